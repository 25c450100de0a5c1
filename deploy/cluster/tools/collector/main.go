// Command collector is the OpenTelemetry Collector with the components that deploy/collector configures, and the exporter to files of
// deploy/cluster/telemetry. Two components have the nearest older version that a proxy of Go modules serves.
package main

import (
	"errors"
	"log"

	"github.com/open-telemetry/opentelemetry-collector-contrib/connector/servicegraphconnector"
	"github.com/open-telemetry/opentelemetry-collector-contrib/connector/spanmetricsconnector"
	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter"
	"github.com/open-telemetry/opentelemetry-collector-contrib/exporter/prometheusexporter"
	"github.com/open-telemetry/opentelemetry-collector-contrib/extension/healthcheckextension"
	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/groupbyattrsprocessor"
	"github.com/open-telemetry/opentelemetry-collector-contrib/processor/transformprocessor"
	"github.com/open-telemetry/opentelemetry-collector-contrib/receiver/filelogreceiver"
	"github.com/open-telemetry/opentelemetry-collector-contrib/receiver/fluentforwardreceiver"
	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/confmap/provider/envprovider"
	"go.opentelemetry.io/collector/confmap/provider/fileprovider"
	"go.opentelemetry.io/collector/exporter/otlpexporter"
	"go.opentelemetry.io/collector/exporter/otlphttpexporter"
	"go.opentelemetry.io/collector/otelcol"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/batchprocessor"
	"go.opentelemetry.io/collector/processor/memorylimiterprocessor"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/service/telemetry/otelconftelemetry"
)

func main() {
	settings := otelcol.CollectorSettings{
		BuildInfo: component.BuildInfo{Command: "collector", Description: "OpenTelemetry Collector", Version: "0.149.0"},
		Factories: factories,
		ConfigProviderSettings: otelcol.ConfigProviderSettings{
			ResolverSettings: confmap.ResolverSettings{
				ProviderFactories: []confmap.ProviderFactory{fileprovider.NewFactory(), envprovider.NewFactory()},
			},
		},
	}
	if err := otelcol.NewCommand(settings).Execute(); err != nil {
		log.Fatal(err)
	}
}

func factories() (otelcol.Factories, error) {
	factories := otelcol.Factories{Telemetry: otelconftelemetry.NewFactory()}
	var errs [5]error
	factories.Receivers, errs[0] = otelcol.MakeFactoryMap(
		otlpreceiver.NewFactory(), fluentforwardreceiver.NewFactory(), filelogreceiver.NewFactory(),
	)
	factories.Processors, errs[1] = otelcol.MakeFactoryMap[processor.Factory](
		memorylimiterprocessor.NewFactory(), batchprocessor.NewFactory(), groupbyattrsprocessor.NewFactory(),
		transformprocessor.NewFactory(),
	)
	factories.Connectors, errs[2] = otelcol.MakeFactoryMap(
		spanmetricsconnector.NewFactory(), servicegraphconnector.NewFactory(),
	)
	factories.Exporters, errs[3] = otelcol.MakeFactoryMap(
		otlpexporter.NewFactory(), otlphttpexporter.NewFactory(), prometheusexporter.NewFactory(), fileexporter.NewFactory(),
	)
	factories.Extensions, errs[4] = otelcol.MakeFactoryMap(healthcheckextension.NewFactory())
	return factories, errors.Join(errs[:]...)
}
