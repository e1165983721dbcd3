# syntax=docker/dockerfile:1
# One static program in an empty image; players' pages are inside it.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN make bundle \
 && CGO_ENABLED=0 go build -trimpath -ldflags="-s -w -X archmage/web.rulesHash=$(cat web/static/wasm/rules.hash)" -o /out/server ./cmd/server \
 && mkdir -m 700 /out/data

FROM scratch
COPY --from=build /out/server /server
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
ENV ARCHMAGE_ADDR=0.0.0.0:8080 ARCHMAGE_DATA=/data ARCHMAGE_LOG_FORMAT=json
EXPOSE 8080
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/server", "health"]
ENTRYPOINT ["/server"]
