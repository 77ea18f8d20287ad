# Each image of the system has a target: gateway, identity, photos, assessments, tokens, edge. A service's worker, migration
# and commands run the service's image with another command. `npm test -- containers` builds and uses all images;
# docs/releases.md says how they are released. Only the stages of the final images use the target's platform. They contain no
# RUN, so a build for another platform needs no emulation.
ARG NODE_IMAGE=node:24.21.0-slim
ARG CADDY_IMAGE=caddy:2.11.4-alpine

# Keeps only the npm manifests, so the layers built on this stage stay cached until a manifest changes.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

# The build needs only three of the root's packages: the compiler, the bundler and Node's types.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /src
COPY --from=manifests /src ./
RUN node -e 'const read = require("./package.json"); const { typescript, rolldown, "@types/node": types } = read.dependencies; fs.writeFileSync("package.json", JSON.stringify({ ...read, dependencies: { typescript, rolldown, "@types/node": types }, devDependencies: {} }))'
RUN --mount=type=cache,target=/root/.npm npm ci --include-workspace-root --workspace packages/contracts --workspace packages/event-store --workspace packages/platform --workspace packages/scores --workspace gateway --workspace services/identity --workspace services/photos --workspace services/assessments --workspace services/tokens --workspace frontend --prefer-offline --ignore-scripts
COPY . .
RUN node_modules/.bin/tsc -b gateway services/* && node tools/bundle.mjs
RUN cd frontend && for language in $(ls texts); do APP_LANGUAGE=$language ../node_modules/.bin/vite build --logLevel warn || exit; done

# Installs the runtime packages of all images once, with the native packages of the target's platform. Of the screening
# libraries' 215 MB, only the 16 MB of used models and code stay. Each image copies the packages of its workspace.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS packages
WORKDIR /src
COPY --from=manifests /src ./
ARG TARGETARCH
RUN npm config --location=project set os=linux libc=glibc cpu="$(echo "$TARGETARCH" | sed s/amd64/x64/)"
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --workspace gateway --workspace services/identity --workspace services/photos --workspace services/assessments --workspace services/tokens --prefer-offline --ignore-scripts && \
    find node_modules/@tensorflow node_modules/@vladmandic/human node_modules/nsfwjs -type f ! -name package.json ! -name LICENSE ! -name '*.node.js' ! -name '*.wasm' ! -name 'blazeface.*' ! -name 'facemesh.*' ! -path '*/nsfwjs/dist/esm/*' ! -path '*mobilenet_v2_mid*' -delete

# The base of every Node image. Each image adds the bundles of its processes and all their packages. Some packages are
# loaded at run time; the SBOM and the licences list the bundled ones, too.
FROM ${NODE_IMAGE} AS process
WORKDIR /app
ENV NODE_ENV=production
ENV OPS_PORT=9000
ENV NODE_COMPILE_CACHE=/tmp/compile
# tools/lib/start/parts.mjs explains these settings.
ENV NODE_OPTIONS="--enable-source-maps --max-semi-space-size=8 --max-old-space-size=160"
ENV MALLOC_ARENA_MAX=2
ENV MALLOC_MMAP_THRESHOLD_=4194304
COPY --link --from=build /src/deploy/images/health.sh ./
USER 10001:10001
STOPSIGNAL SIGTERM
EXPOSE 9000
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s --start-interval=2s --retries=3 CMD ["bash", "health.sh"]

FROM packages AS gateway-packages
RUN npm ls --all --omit=dev --parseable --workspace gateway > /needed && mkdir /needs && sed -n 's|^/src/||p' /needed | xargs cp --archive --parents --target-directory=/needs

FROM process AS gateway
ENV HOST=0.0.0.0
ENV PORT=8080
COPY --link --from=gateway-packages /needs/node_modules ./node_modules
COPY --link --from=gateway-packages /src/packages ./packages
COPY --link --from=gateway-packages /src/gateway ./gateway
COPY --link --from=build /src/gateway/bundle ./gateway/dist
EXPOSE 8080
CMD ["node", "gateway/dist/main.js"]
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV RELEASE_VERSION=${VERSION}
ENV RELEASE_REVISION=${REVISION}
LABEL org.opencontainers.image.title="candid-gateway" org.opencontainers.image.description="HTTP: auth, limits, validation, composition, server-sent events, pictures" org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

FROM packages AS identity-packages
RUN npm ls --all --omit=dev --parseable --workspace services/identity > /needed && mkdir /needs && sed -n 's|^/src/||p' /needed | xargs cp --archive --parents --target-directory=/needs

FROM process AS identity
COPY --link --from=identity-packages /needs/node_modules ./node_modules
COPY --link --from=identity-packages /src/packages ./packages
COPY --link --from=identity-packages /src/services/identity ./services/identity
COPY --link --from=build /src/services/identity/bundle ./services/identity/dist
CMD ["node", "services/identity/dist/main.js"]
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV RELEASE_VERSION=${VERSION}
ENV RELEASE_REVISION=${REVISION}
LABEL org.opencontainers.image.title="candid-identity" org.opencontainers.image.description="Accounts, sessions, codes, preferences, notifications; worker: mail" org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

FROM packages AS photos-packages
RUN npm ls --all --omit=dev --parseable --workspace services/photos > /needed && mkdir /needs && sed -n 's|^/src/||p' /needed | xargs cp --archive --parents --target-directory=/needs

FROM process AS photos
COPY --link --from=photos-packages /needs/node_modules ./node_modules
COPY --link --from=photos-packages /src/packages ./packages
COPY --link --from=photos-packages /src/services/photos ./services/photos
COPY --link --from=build /src/services/photos/bundle ./services/photos/dist
CMD ["node", "services/photos/dist/main.js"]
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV RELEASE_VERSION=${VERSION}
ENV RELEASE_REVISION=${REVISION}
LABEL org.opencontainers.image.title="candid-photos" org.opencontainers.image.description="Uploads, renditions, sections; worker: screening, quarantine, sweeps" org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

FROM packages AS assessments-packages
RUN npm ls --all --omit=dev --parseable --workspace services/assessments > /needed && mkdir /needs && sed -n 's|^/src/||p' /needed | xargs cp --archive --parents --target-directory=/needs

FROM process AS assessments
COPY --link --from=assessments-packages /needs/node_modules ./node_modules
COPY --link --from=assessments-packages /src/packages ./packages
COPY --link --from=assessments-packages /src/services/assessments ./services/assessments
COPY --link --from=build /src/services/assessments/bundle ./services/assessments/dist
CMD ["node", "services/assessments/dist/main.js"]
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV RELEASE_VERSION=${VERSION}
ENV RELEASE_REVISION=${REVISION}
LABEL org.opencontainers.image.title="candid-assessments" org.opencontainers.image.description="Assessments, slots, ratings, catalogue, scores; worker: aggregation" org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

FROM packages AS tokens-packages
RUN npm ls --all --omit=dev --parseable --workspace services/tokens > /needed && mkdir /needs && sed -n 's|^/src/||p' /needed | xargs cp --archive --parents --target-directory=/needs

FROM process AS tokens
COPY --link --from=tokens-packages /needs/node_modules ./node_modules
COPY --link --from=tokens-packages /src/packages ./packages
COPY --link --from=tokens-packages /src/services/tokens ./services/tokens
COPY --link --from=build /src/services/tokens/bundle ./services/tokens/dist
CMD ["node", "services/tokens/dist/main.js"]
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV RELEASE_VERSION=${VERSION}
ENV RELEASE_REVISION=${REVISION}
LABEL org.opencontainers.image.title="candid-tokens" org.opencontainers.image.description="Ledger, holds, rewards; worker: refunds and reconciliation" org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"

FROM ${CADDY_IMAGE} AS caddy

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS site
WORKDIR /srv
COPY --from=build /src/frontend/dist ./app
COPY --from=build /src/deploy/edge ./
RUN node preload-headers.mjs app preloads.caddy
# A container that may gain no capability cannot execute Caddy's binary, which has one. `cp` drops the capability.
COPY --from=caddy /usr/bin/caddy ./caddy-of-image
RUN cp caddy-of-image caddy

FROM ${CADDY_IMAGE} AS edge
WORKDIR /srv
ENV XDG_DATA_HOME=/var/lib/edge
ENV XDG_CONFIG_HOME=/tmp
COPY --link --from=site /srv/caddy ./
COPY --link --from=site /srv/Caddyfile ./
COPY --link --from=site /srv/preloads.caddy ./
COPY --link --from=site /srv/app ./app
USER 10001:10001
STOPSIGNAL SIGTERM
EXPOSE 8080 8443 9000
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s --start-interval=2s --retries=3 CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:9000/health/ready"]
CMD ["./caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile"]
ARG VERSION=0.0.0
ARG REVISION=unknown
ENV RELEASE_VERSION=${VERSION}
ENV RELEASE_REVISION=${REVISION}
LABEL org.opencontainers.image.title="candid-edge" org.opencontainers.image.description="The app's files, and the way to the gateway" org.opencontainers.image.version="${VERSION}" org.opencontainers.image.revision="${REVISION}"
