module cluster.local/config-reloader

go 1.26.0

tool github.com/nats-io/nack/cmd/nats-server-config-reloader

require (
	github.com/fsnotify/fsnotify v1.9.0 // indirect
	github.com/nats-io/nack v0.23.0 // indirect
	golang.org/x/sys v0.43.0 // indirect
)
