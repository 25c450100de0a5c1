# A service as Tilt runs it: unlike the image in deploy/images it has what Tilt needs to change a file and start the
# program again. Its C library is newer than that of most machines that compile for it.
FROM debian:trixie-slim
ARG PROGRAM
# Tilt puts a new program here as the user of the container.
RUN mkdir /service && chown 65532:65532 /service
COPY --chown=65532:65532 ${PROGRAM} /service/program
USER 65532:65532
ENTRYPOINT ["/service/program"]
