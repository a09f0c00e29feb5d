{{- define "fleetdeck.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "fleetdeck.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: server
{{- end }}

{{- define "fleetdeck.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "fleetdeck.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "fleetdeck.secret" -}}
{{ .Values.secrets.existing | default (include "fleetdeck.name" .) }}
{{- end }}

{{- define "fleetdeck.claim" -}}
{{ .Values.files.claim.existing | default (printf "%s-files" (include "fleetdeck.name" .)) }}
{{- end }}

{{- /* Several servers need files that all of them see. */ -}}
{{- define "fleetdeck.check" -}}
{{- $several := or .Values.autoscaling.enabled (gt (int .Values.replicas) 1) }}
{{- if not .Values.secrets.existing }}
{{- range $name := list "databaseUrl" "redisUrl" "secretKey" }}
{{- if not (index $.Values.secrets $name) }}{{ fail (printf "Set secrets.%s, or secrets.existing." $name) }}{{ end }}
{{- end }}
{{- if and .Values.serviceMonitor.enabled (not .Values.secrets.metricsToken) }}{{ fail "serviceMonitor needs secrets.metricsToken." }}{{ end }}
{{- end }}
{{- if and (eq .Values.files.place "s3") (not (and .Values.files.s3.url .Values.files.s3.bucket)) }}
{{- fail "Set files.s3.url and files.s3.bucket, or files.place to claim." }}
{{- end }}
{{- if and $several (eq .Values.files.place "claim") (not .Values.files.claim.existing) (ne .Values.files.claim.accessMode "ReadWriteMany") }}
{{- fail "Several servers need files.claim.accessMode ReadWriteMany." }}
{{- end }}
{{- end }}

{{- define "fleetdeck.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "fleetdeck.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- end }}

{{- /* Volumes belong to root, so the data folder is one that the server makes in them. */ -}}
{{- define "fleetdeck.environment" -}}
- name: DATA_DIR
  value: /var/lib/fleetdeck/data
- name: SECRET_KEY_FILE
  value: /run/secrets/fleetdeck/secret.key
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ include "fleetdeck.secret" . }}, key: DATABASE_URL } }
{{- end }}

{{- define "fleetdeck.volumes" -}}
- name: temporary
  emptyDir: {}
- name: data
  emptyDir:
    sizeLimit: {{ .Values.files.temporarySize }}
- name: key
  secret:
    secretName: {{ include "fleetdeck.secret" . }}
    defaultMode: 0440
    items: [{ key: SECRET_KEY, path: secret.key }]
{{- end }}

{{- define "fleetdeck.mounts" -}}
- { name: temporary, mountPath: /tmp }
- { name: key, mountPath: /run/secrets/fleetdeck, readOnly: true }
- { name: data, mountPath: /var/lib/fleetdeck }
{{- end }}

{{- define "fleetdeck.serverEnvironment" -}}
envFrom:
  - configMapRef: { name: {{ include "fleetdeck.name" . }} }
env:
  {{- include "fleetdeck.environment" . | nindent 2 }}
  - name: REDIS_URL
    valueFrom: { secretKeyRef: { name: {{ include "fleetdeck.secret" . }}, key: REDIS_URL } }
  {{- range list "AWS_ACCESS_KEY_ID" "AWS_SECRET_ACCESS_KEY" "ADMIN_PASSWORD" "METRICS_TOKEN" "TURN_SECRET" }}
  - name: {{ . }}
    valueFrom: { secretKeyRef: { name: {{ include "fleetdeck.secret" $ }}, key: {{ . }}, optional: true } }
  {{- end }}
{{- end }}

{{- define "fleetdeck.serverMounts" -}}
{{ include "fleetdeck.mounts" . }}
{{- if eq .Values.files.place "claim" }}
- { name: files, mountPath: /var/lib/fleetdeck-shared }
{{- end }}
{{- end }}

{{- define "fleetdeck.serverVolumes" -}}
{{ include "fleetdeck.volumes" . }}
{{- if eq .Values.files.place "claim" }}
- name: files
  persistentVolumeClaim:
    claimName: {{ include "fleetdeck.claim" . }}
{{- end }}
{{- end }}
