# Two images, from one file: the services, and the renderer with its browser and fonts. The command selects the service
# and the environment configures it:
#   docker build --tag cascade .
#   docker build --target renderer --tag cascade-renderer .
#   docker run ... cascade node services/gateway/main.ts
# The first stage has npm, builds the workflow bundle and removes what only that needed. The results have the packages
# that a process loads and nothing else: no npm, no bundler, no embedded servers. /app/sbom.cdx.json lists the packages
# (CycloneDX).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev \
  && npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx > sbom.cdx.json
COPY core core
COPY platform platform
COPY services services
COPY cli cli
COPY clients clients
COPY dev dev
COPY data data
COPY docs docs
COPY CHANGELOG.md ./
RUN node dev/bundle.ts dist/workflows.js \
  && node dev/image/prune.ts

# The browser's image has the packages of the renderer alone: whoever breaks out of a document finds no client of a
# database, of Temporal or of NATS.
FROM build AS renderer-app
RUN node dev/image/prune.ts services/renderer/main.ts \
  && rm -rf dist cli clients dev docs CHANGELOG.md

FROM debian:bookworm-slim AS runtime
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libstdc++6 tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* \
  && groupadd --gid 1000 node \
  && useradd --uid 1000 --gid node --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin node \
  && install --directory --owner=node --group=node /mail
COPY --from=build /usr/local/bin/node /usr/local/bin/node
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning \
    WORKFLOW_BUNDLE_PATH=/app/dist/workflows.js
WORKDIR /app
ENTRYPOINT ["tini", "--"]

FROM runtime AS renderer
# Drivers of graphics cards, icons and translations come with Chromium, and a page is printed without them.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-liberation fonts-noto-core fonts-noto-cjk \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt /var/log/* /usr/share/doc /usr/share/icons /usr/share/locale \
    /usr/lib/*/dri /usr/lib/*/libLLVM-* /usr/lib/*/libz3.so* /usr/lib/chromium/libVkLayer_khronos_validation.so
# The home folder is read-only: Chromium keeps its caches below /tmp. Some versions do not start without.
ENV CHROMIUM_PATH=/usr/bin/chromium \
    XDG_CACHE_HOME=/tmp/.cache \
    XDG_CONFIG_HOME=/tmp/.config
COPY --from=renderer-app --chown=root:root /app /app
USER 1000:1000
EXPOSE 8081 9090
# Chromium leaves zombie processes, which tini reaps.
CMD ["node", "services/renderer/main.ts"]

# The console needs packages that no service loads, and its files are the same on every machine.
FROM node:24.21.0-bookworm-slim AS console
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY core core
COPY clients clients
COPY console console
COPY data data
COPY dev dev
COPY tsconfig.json ./
RUN node dev/console.ts

# The last stage is what `docker build` makes if no target is named.
FROM runtime AS services
COPY --from=build --chown=root:root /app /app
COPY --from=console --chown=root:root /app/dist/console /app/dist/console
USER 1000:1000
EXPOSE 8080 9090
CMD ["node", "services/gateway/main.ts"]
