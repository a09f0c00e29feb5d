import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { Job } from 'kubernetes-models/batch/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, PersistentVolumeClaim, Pod, Secret, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'

const root = path.resolve(import.meta.dirname, '../../../..')
const helm = path.join(root, '.cache/helm/helm')
const chart = path.join(root, 'deploy/helm/fleetdeck')
/** `scripts/install-helm` makes it. */
const isMissing = !existsSync(helm)

const given = {
  'secrets.databaseUrl': 'postgresql://fleetdeck:pw@postgres/fleetdeck',
  'secrets.redisUrl': 'redis://:pw@redis:6379',
  'secrets.secretKey': Buffer.alloc(32, 1).toString('base64'),
  'files.s3.url': 'https://s3.example.com',
  'files.s3.bucket': 'fleetdeck',
}
const variants: [string, Record<string, string>][] = [
  ['S3', {}],
  ['a claim', { 'files.place': 'claim', 'files.claim.storageClass': 'shared' }],
  [
    'one server with a claim of its own',
    { replicas: '1', 'files.place': 'claim', 'files.claim.accessMode': 'ReadWriteOnce' },
  ],
  [
    'a secret and a claim that exist',
    {
      ...without(given),
      'secrets.existing': 'own',
      'files.place': 'claim',
      'files.claim.existing': 'theirs',
    },
  ],
  ['autoscaling by processor', { 'autoscaling.enabled': 'true' }],
  [
    'autoscaling by phones',
    {
      'autoscaling.enabled': 'true',
      'autoscaling.metric': 'phones',
      'secrets.metricsToken': 'a-token-of-16-letters',
      'serviceMonitor.enabled': 'true',
    },
  ],
  ['all servers stopped', { maintenance: 'true' }],
  [
    'no ingress',
    { 'ingress.enabled': 'false', 'migrations.enabled': 'false', 'disruptionBudget.enabled': 'false' },
  ],
]

interface Manifest {
  kind: string
  metadata: { name: string; annotations?: Record<string, string> }
  spec?: Record<string, unknown>
}

function without(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, '']))
}

function runHelm(command: string[], values: Record<string, string>) {
  const settings = Object.entries({ ...given, ...values }).flatMap(([name, value]) => [
    /^(true|false|\d+)$/.test(value) ? '--set' : '--set-string',
    `${name}=${value}`,
  ])
  return spawnSync(helm, [...command, chart, ...settings], { encoding: 'utf8' })
}

function render(values: Record<string, string>): Manifest[] {
  const { status, stdout, stderr } = runHelm(['template', 'console'], values)
  expect([status, stderr]).toEqual([0, ''])
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null)
}

/** Those of Kubernetes itself. */
const models = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Job,
  PersistentVolumeClaim,
  Pod,
  PodDisruptionBudget,
  Secret,
  Service,
}

test.skipIf(isMissing).each(variants)(
  'helm accepts the chart with %s, and Kubernetes’ schemas its resources',
  (_name, values) => {
    const { status, stdout } = runHelm(['lint', '--strict'], values)
    expect([status, stdout]).toEqual([0, expect.stringContaining('0 chart(s) failed')])
    for (const manifest of render(values)) {
      if (manifest.kind === 'ServiceMonitor') continue
      const Model = models[manifest.kind as keyof typeof models] as new (data: object) => { validate(): void }
      expect(() => new Model(manifest).validate(), manifest.kind).not.toThrow()
    }
  },
)

test.skipIf(isMissing)('the migrations run before the servers, with all that they need', () => {
  const all = render({})
  const hooks = all
    .filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade')
    .sort((a, b) => weightOf(a) - weightOf(b))
  expect(hooks.map(({ kind }) => kind)).toEqual(['Secret', 'Job'])
  const job = JSON.stringify(hooks[1])
  expect(job).toContain('"args":["db","migrate"]')
  const secret = hooks[0]?.metadata.name
  const names = [...job.matchAll(/"(?:secretName|secretKeyRef":\{"name)":"([^"]+)"/g)].map(([, name]) => name)
  expect(new Set(names)).toEqual(new Set([secret]))
  // What is no hook does not exist yet.
  expect(job).not.toMatch(/configMapRef|persistentVolumeClaim/)
})

const weightOf = ({ metadata }: Manifest) => Number(metadata.annotations?.['helm.sh/hook-weight'])

test.skipIf(isMissing)('budget, scaling, metrics and files are as chosen', () => {
  const kinds = (values: Record<string, string>) => render(values).map(({ kind }) => kind)
  expect(kinds({})).toContain('PodDisruptionBudget')
  expect(kinds({ replicas: '1' })).not.toContain('PodDisruptionBudget')
  expect(kinds({})).not.toContain('HorizontalPodAutoscaler')
  const byPhones = render(Object.fromEntries(variants)['autoscaling by phones'] ?? {})
  expect(byPhones.find(({ kind }) => kind === 'HorizontalPodAutoscaler')?.spec?.metrics).toMatchObject([
    { type: 'Pods', pods: { metric: { name: 'fleetdeck_phones' }, target: { averageValue: '5000' } } },
  ])
  expect(byPhones.find(({ kind }) => kind === 'Deployment')?.spec).not.toHaveProperty('replicas')
  const withClaim = JSON.stringify(render({ 'files.place': 'claim' }))
  expect(withClaim).toContain('"accessModes":["ReadWriteMany"]')
  expect(withClaim).toContain('"claimName":"console-fleetdeck-files"')
  expect(withClaim).toContain('"FILES_DIR":"/var/lib/fleetdeck-shared/files"')
  expect(withClaim).not.toContain('S3_URL')
  const withBucket = JSON.stringify(render({}))
  expect(withBucket).toContain('"S3_URL":"https://s3.example.com","S3_BUCKET":"fleetdeck"')
  expect(withBucket).not.toMatch(/FILES_DIR|claimName/)
})

interface PodSpec {
  volumes: object[]
  containers: Record<string, unknown>[]
}
const podOf = (spec: Manifest['spec']) => (spec as { template: { spec: PodSpec } }).template.spec

test.skipIf(isMissing)('for maintenance one pod with what a server has takes the place of all', () => {
  const values = { 'autoscaling.enabled': 'true', 'files.place': 'claim' }
  const server = podOf(render(values).find(({ kind }) => kind === 'Deployment')?.spec)
  const stopped = render({ ...values, maintenance: 'true' })
  expect(stopped.map(({ kind }) => kind).join()).not.toMatch(/HorizontalPodAutoscaler|Job/)
  expect(stopped.find(({ kind }) => kind === 'Deployment')?.spec?.replicas).toBe(0)
  const found = stopped.find(({ metadata }) => metadata.name === 'console-fleetdeck-maintenance')
  const pod = found?.spec as unknown as PodSpec
  expect(pod.volumes).toEqual(server.volumes)
  for (const part of ['image', 'env', 'envFrom', 'volumeMounts', 'securityContext'])
    expect([part, pod.containers[0]?.[part]]).toEqual([part, server.containers[0]?.[part]])
})

test.skipIf(isMissing)('values that cannot work are refused with the reason', () => {
  const refusals: [Record<string, string>, RegExp][] = [
    [{ 'secrets.databaseUrl': '' }, /Set secrets\.databaseUrl, or secrets\.existing\./],
    [{ 'files.s3.bucket': '' }, /Set files\.s3\.url and files\.s3\.bucket, or files\.place to claim\./],
    [{ 'files.place': 'claim', 'files.claim.accessMode': 'ReadWriteOnce' }, /ReadWriteMany/],
    [{ 'serviceMonitor.enabled': 'true' }, /secrets\.metricsToken/],
    [{ replicas: '0' }, /replicas/],
    [{ 'secrets.secretKey': 'short' }, /secretKey/],
    [{ 'files.place': 'disk' }, /place/],
    [{ replica: '3' }, /replica/],
  ]
  for (const [values, reason] of refusals) {
    const { status, stderr } = runHelm(['template', 'console'], values)
    expect([status, stderr]).toEqual([1, expect.stringMatching(reason)])
  }
})
