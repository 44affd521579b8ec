@echo off
rem Starts Herald. Double-click it; close the window to stop.
chcp 65001 >nul
title Herald
where py >nul 2>nul
if errorlevel 1 goto plain
py -3 "%~dp0herald.pyz" %*
goto done
:plain
python "%~dp0herald.pyz" %*
:done
if not errorlevel 1 exit /b 0
rem 9009: there is no such program; 103: py finds no Python. Any other error has been printed.
echo.
if errorlevel 9009 goto missing
if errorlevel 104 goto end
if not errorlevel 103 goto end
:missing
echo Herald needs Python 3.11 or newer. It is free: https://www.python.org/downloads/
:end
pause
