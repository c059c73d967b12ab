FROM python:3.11-slim

# Pillow sets letters with kerning where it finds FriBiDi.
RUN apt-get update && apt-get install --yes --no-install-recommends libfribidi0 && rm -rf /var/lib/apt/lists/*

WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY engine engine
COPY bot bot
COPY cogs cogs
COPY sandbox sandbox
RUN pip install --no-cache-dir --disable-pip-version-check -c constraints.txt . \
    && useradd --system --uid 10001 herald \
    && install --directory --owner herald /data

USER herald
WORKDIR /data
VOLUME /data
ENV DATABASE=/data/herald.db PYTHONUNBUFFERED=1
CMD ["python", "-m", "bot"]
