# One image for all services; the command selects the service and the environment configures it:
#   docker run ... cascade node services/gateway/main.ts
# The first stage has npm and builds the workflow bundle. The result has the production packages alone: no embedded
# servers, no second Node and no second Chromium, which are development packages, and no npm.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY core core
COPY platform platform
COPY services services
COPY cli cli
COPY clients clients
COPY dev dev
COPY data data
COPY docs docs
COPY CHANGELOG.md ./
RUN node dev/bundle.ts dist/workflows.js

FROM node:24.21.0-bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-liberation fonts-noto-core fonts-noto-cjk tini \
  && rm -rf /var/lib/apt/lists/* /opt/yarn-* /usr/local/bin/corepack /usr/local/bin/np[mx] /usr/local/bin/yarn* \
    /usr/local/lib/node_modules \
  && install --directory --owner=node --group=node /mail
# The home folder is read-only: Chromium keeps its caches below /tmp. Some versions do not start without.
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning \
    CHROMIUM_PATH=/usr/bin/chromium \
    XDG_CACHE_HOME=/tmp/.cache \
    XDG_CONFIG_HOME=/tmp/.config \
    WORKFLOW_BUNDLE_PATH=/app/dist/workflows.js
WORKDIR /app
COPY --from=build --chown=root:root /app /app
USER 1000:1000
EXPOSE 8080 9090
# Chromium leaves zombie processes, which tini reaps.
ENTRYPOINT ["tini", "--"]
CMD ["node", "services/gateway/main.ts"]
