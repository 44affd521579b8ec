# Build:  docker build --tag herald .
# Run:    docker compose up -d      (compose.yaml explains why it uses the host's network)

FROM python:3.13-slim-bookworm AS build
WORKDIR /source
COPY pyproject.toml requirements.txt README.md LICENSE ./
COPY companion companion
COPY scoring scoring
COPY templates templates
COPY static static
RUN python -m venv /opt/herald \
    && /opt/herald/bin/pip install --no-cache-dir --require-hashes --requirement requirements.txt \
    && /opt/herald/bin/pip install --no-cache-dir --no-deps .

FROM python:3.13-slim-bookworm
# A fixed id, so that a host folder can be made writable for it: chown 10001 FOLDER.
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin herald \
    && install --directory --owner=herald /data
COPY --from=build /opt/herald /opt/herald
ENV PATH=/opt/herald/bin:$PATH PYTHONUNBUFFERED=1
USER 10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/phone', timeout=4)"]
ENTRYPOINT ["herald"]
CMD ["serve", "--no-browser", "--instance", "/data"]
