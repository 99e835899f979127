# syntax=docker/dockerfile:1
# Build both images from the same sources: the pages that `shop` returns contain the names of the files that `storefront`
# serves.
#   docker build --target shop -t pattern-marketplace/shop:1.0.0 .
#   docker build --target storefront -t pattern-marketplace/storefront:1.0.0 .

FROM node:24.21.0-bookworm-slim AS node
WORKDIR /app

FROM node AS build
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`, because it rejects a lock file that lacks an optional package of any platform. The registry with which this
# lock file was written lacks 76 of them (for example @swc/core-darwin-arm64 1.16.22: 404). `npm install` also uses the
# versions and hashes of the lock file. docs/operations.md explains how to pin the base images by digest.
RUN --mount=type=cache,target=/root/.npm npm install --no-save
COPY tsconfig.json nest-cli.json ./
COPY backend backend
COPY workers workers
COPY storefront storefront
COPY tools/bundle.ts tools/programs.ts tools/
RUN npm run build \
  && find dist \( -name '*.map' -o -name '*.tsbuildinfo' \) -delete \
  # The seed of the demo shop is only in the image `demo`.
  && mv dist/programs/seed.js seed.js \
  && cp -r dist/storefront front \
  # nginx must not serve these files: the API generates them for each request or each shop.
  && rm front/index.html front/manifest.webmanifest front/first-files.json front/screens.json

FROM node AS packages
COPY package.json package-lock.json .npmrc ./
# Remove what is not needed at run time: TypeScript (an optional peer dependency), types, source maps and Markdown.
RUN --mount=type=cache,target=/root/.npm npm install --no-save --omit=dev \
  && rm -rf node_modules/typescript node_modules/.package-lock.json \
  # Keep only one weight and one format of the fonts for marks (workers/src/pdf/document/font-slices.ts).
  && find node_modules/@fontsource -type f ! -name '*-400-normal.woff' ! -name unicode.json ! -name package.json \
    ! -iname '*license*' -delete \
  && find node_modules -type f \
    \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.md' \) -delete

# API, workers, migrations and the operators' tool; the command selects the program.
FROM node AS shop
ARG VERSION=unset
LABEL org.opencontainers.image.title="Pattern Marketplace: API, workers, migrations, operators' tool" \
  org.opencontainers.image.version="${VERSION}"
ENV NODE_ENV=production STOREFRONT_DIR=dist/storefront
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist/programs dist/programs
COPY --from=build /app/dist/storefront dist/storefront
USER 10001:10001
EXPOSE 3000 9464
STOPSIGNAL SIGTERM
CMD ["node", "dist/programs/api.js"]

FROM build AS demo-goods
COPY sandbox/project-root.ts sandbox/
COPY sandbox/demo-shop sandbox/demo-shop
RUN node sandbox/demo-shop/draw.ts /app/goods

# Fills an empty shop with the demo patterns, to try it out.
FROM shop AS demo
ENV NODE_ENV=development
COPY --from=build /app/seed.js dist/programs/seed.js
COPY --from=demo-goods /app/goods goods

# The Stripe fake, for trying out the shop; it refuses to run in production.
FROM shop AS cards
ENV NODE_ENV=development
COPY sandbox/stripe sandbox/stripe
EXPOSE 4242
CMD ["node", "sandbox/stripe/serve.ts"]

FROM nginxinc/nginx-unprivileged:1.30.4-alpine-slim AS storefront
ARG VERSION=unset
LABEL org.opencontainers.image.title="Pattern Marketplace: storefront" \
  org.opencontainers.image.version="${VERSION}"
ENV API_UPSTREAM=api:3000 \
  PORT=8080 \
  STOREFRONT_ROOT=/srv/storefront \
  NGINX_ENVSUBST_OUTPUT_DIR=/tmp \
  NGINX_ENVSUBST_FILTER='^(API_UPSTREAM|PORT|STOREFRONT_ROOT)$' \
  NGINX_ENTRYPOINT_QUIET_LOGS=1
COPY storefront/nginx/nginx.conf.template /etc/nginx/templates/nginx.conf.template
COPY storefront/nginx/unavailable.html storefront/nginx/unavailable.json storefront/nginx/unavailable.txt /srv/storefront/
COPY --from=build /app/front /srv/storefront
USER 10001:10001
EXPOSE 8080
STOPSIGNAL SIGQUIT
CMD ["nginx", "-p", "/tmp", "-c", "/tmp/nginx.conf", "-e", "stderr", "-g", "daemon off;"]
