FROM python:3.13-slim

# Pillow sets letters with kerning where it finds FriBiDi. Debian removes old versions, so that none can be named.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*

# Nothing is installed but what pins.txt knows, byte for byte; Herald itself needs no building.
WORKDIR /opt/herald
COPY pins.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check --only-binary :all: --require-hashes -r pins.txt
COPY engine engine
COPY bot bot
COPY cogs cogs
COPY LICENSE ./
RUN python -m compileall -q engine bot cogs
RUN useradd --system --uid 10001 herald && install --directory --owner herald --mode 700 /data

USER herald
WORKDIR /data
VOLUME /data
ENV PYTHONPATH=/opt/herald DATABASE=/data/herald.db HEALTH_FILE=/tmp/herald-health PYTHONUNBUFFERED=1
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot.operations.health"]
CMD ["python", "-m", "bot"]
