# One image for all services: the command says which one runs, the environment how.
#   docker run ... cascade node services/gateway/main.ts
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY core core
COPY platform platform
COPY services services
COPY cli cli
COPY data data
RUN node cli/bundle.ts dist/workflows.js

FROM node:24.21.0-bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends chromium fonts-liberation tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /mail
ENV NODE_ENV=production \
    NODE_OPTIONS=--disable-warning=ExperimentalWarning \
    CHROMIUM_PATH=/usr/bin/chromium \
    WORKFLOW_BUNDLE_PATH=/app/dist/workflows.js
WORKDIR /app
COPY --from=build --chown=root:root /app /app
USER node
EXPOSE 8080 9090
# Chromium leaves children behind that somebody has to reap.
ENTRYPOINT ["tini", "--"]
CMD ["node", "services/gateway/main.ts"]
