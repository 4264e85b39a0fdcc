# A worker without a browser. Build: docker build -t argiope .
FROM node:24-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
# With what is optional: compilers have their programs for this platform there.
RUN npm ci
COPY . .
RUN npm run build && npm pack --ignore-scripts --pack-destination /tmp

FROM node:24-slim
COPY --from=build /tmp/argiope-*.tgz /tmp/
RUN npm install --global --omit=optional /tmp/argiope-*.tgz && rm /tmp/argiope-*.tgz
USER node
WORKDIR /home/node
# The store comes from ARGIOPE_STORE, its password from PGPASSWORD.
ENTRYPOINT ["argiope"]
CMD ["worker", "--wait"]
