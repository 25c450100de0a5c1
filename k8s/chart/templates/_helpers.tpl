{{/* The host of the shop's address. */}}
{{- define "storefront.host" -}}
{{ trimPrefix "https://" .Values.settings.PUBLIC_URL }}
{{- end }}

{{/* An image of the shop: by digest, unless another version is set. Arguments: root, name. */}}
{{- define "storefront.image" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}{{ $images := $root.Values.images }}
{{- $root.Values.settings.IMAGE_REGISTRY }}/{{ $root.Values.settings.IMAGE_FOLDER }}/{{ $name }}
{{- $digest := get $images.digests $name }}
{{- if and $digest (not $images.tag) }}@{{ $digest }}{{ else }}:{{ $images.tag | default $root.Chart.AppVersion }}{{ end }}
{{- end }}

{{/* The name of a Secret. Arguments: root, name in the manifests. */}}
{{- define "storefront.secret" -}}
{{- $name := index . 1 }}{{ get (index . 0).Values.secretNames $name | default $name }}
{{- end }}

{{/* Names as references. */}}
{{- define "storefront.names" -}}
[{{ range $index, $name := . }}{{ if $index }}, {{ end }}{name: {{ $name | quote }}}{{ end }}]
{{- end }}

{{/* The data of a ConfigMap with the variables of the values. Arguments: root, name. */}}
{{- define "storefront.data" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}
{{- $env := ternary $root.Values.env (dig $name "env" dict $root.Values.services) (eq $name "settings") }}
{{- toYaml (mergeOverwrite (include (printf "storefront.data.%s" $name) $root | fromYaml) $env) }}
{{- end }}

{{/* The name of a ConfigMap, which differs with its data, so that a changed setting replaces the pods. With the default values it
is the one that kustomize gives. Arguments: root, name, kustomize's suffix, hash of the default data. */}}
{{- define "storefront.configMap" -}}
{{- $root := index . 0 }}{{ $name := index . 1 }}
{{- /* toYaml leaves out the last line end, which belongs to a text in the data. */}}
{{- $hash := include "storefront.data" (list $root $name) | printf "%s\n" | fromYaml | toRawJson | sha256sum }}
{{- $name }}-{{ eq $hash (index . 3) | ternary (index . 2) (trunc 10 $hash) }}
{{- end }}
