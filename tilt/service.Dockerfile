# A service under Tilt. Unlike the image of deploy/images it has a shell and tar for live updates, and a glibc that is
# newer than on most development machines.
FROM debian:trixie-slim
ARG PROGRAM
# Tilt writes the new program as the container's user.
RUN mkdir /service && chown 65532:65532 /service
COPY --chown=65532:65532 ${PROGRAM} /service/program
USER 65532:65532
ENTRYPOINT ["/service/program"]
