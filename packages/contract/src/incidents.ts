import { z } from 'zod'
import { pageCall } from './calls.ts'
import { idsOf, pageQuery, periodShape, time } from './endpoint.ts'
import { OperationType } from './enums.ts'
import { IncidentId } from './ids.ts'

export const IncidentSeverity = z.enum(['critical', 'warning'])
export type IncidentSeverity = z.output<typeof IncidentSeverity>

/** Possible problems of the installation itself, and their severity. */
export const incidentSeverities = {
  serverSilent: 'critical',
  redisAway: 'critical',
  redisSlow: 'warning',
  databaseAway: 'critical',
  databaseSlow: 'warning',
  backupFailed: 'critical',
  backupOld: 'warning',
  backupNotCopied: 'warning',
  backupNotProven: 'critical',
  storageAway: 'critical',
  diskFull: 'critical',
  certificateEnds: 'warning',
  licenseEnds: 'warning',
  licenseFull: 'warning',
  clockOff: 'warning',
  queueGrows: 'warning',
  loopLate: 'warning',
  memoryFull: 'critical',
  versionsDiffer: 'warning',
} as const satisfies Record<string, IncidentSeverity>
export type IncidentKind = keyof typeof incidentSeverities
export const incidentKinds = Object.keys(incidentSeverities) as [IncidentKind, ...IncidentKind[]]
export const IncidentKind = z.enum(incidentKinds)

/** Values of the kind's sentence, by the names of its placeholders. */
export const IncidentValues = z.record(z.string(), z.union([z.string(), z.number()]))
export type IncidentValues = z.output<typeof IncidentValues>

export const Incident = z.object({
  /** Negative while it could not be written to the database. */
  id: IncidentId,
  kind: IncidentKind,
  /** A server's name; of queueGrows, the queue; else empty: the whole installation. */
  subject: z.string(),
  severity: IncidentSeverity,
  values: IncidentValues,
  /** Start of the condition. */
  openedAt: time,
  lastSeenAt: time,
  /** Null while it lasts. */
  endedAt: time.nullable(),
  acknowledgedAt: time.nullable(),
  acknowledgedBy: z.string().nullable(),
})
export type Incident = z.output<typeof Incident>

/** The sentence that says what is wrong, by a function that gives the texts of a language. */
export function incidentText<Key extends string>(
  translate: (key: Key, values?: IncidentValues) => string,
  { kind, subject, values }: Pick<Incident, 'kind' | 'subject' | 'values'>,
): string {
  const words = {
    ...(kind === 'databaseAway' && { reasonText: translate(`incident.reason.${values.reason}` as Key) }),
    // Without a reason it has the words of the system.
    ...(kind === 'storageAway' &&
      values.reason !== undefined && { detail: translate(`incident.reason.${values.reason}` as Key) }),
    ...((kind === 'backupNotCopied' || kind === 'backupNotProven') && {
      reasonText: translate(`backup.reason.${values.reason}` as Key),
    }),
    ...(kind === 'queueGrows' && { queueText: translate(`incident.queue.${subject}` as Key) }),
  }
  return translate(`incident.what.${kind}` as Key, { ...values, subject, ...words })
}

/** Open incidents in a summary; of more, the worst and newest. */
export const maxSummed = 20

const base = '/system/monitor/incident'

export const incidents = {
  /** While the database is away, the open ones that the answering server knows. */
  list: pageCall(`${base}/list`, {
    row: Incident,
    query: pageQuery(
      {
        kind: IncidentKind.optional(),
        severity: IncidentSeverity.optional(),
        state: z.enum(['open', 'ended']).optional(),
        ...periodShape,
      },
      ['id', 'openedAt', 'endedAt'],
    ),
  }),
  /** The present problems, for the home page and the bell. */
  summary: {
    method: 'GET',
    path: `${base}/summary`,
    permission: `${base.slice(1)}/list`,
    data: z.object({
      critical: z.number(),
      warning: z.number(),
      /** Of these, how many nobody has acknowledged. */
      unacknowledged: z.number(),
      /** How long ago the answering server checked last; null before its first check. */
      checkedSeconds: z.number().nullable(),
      /** Critical ones first, then the newest; up to `maxSummed`. */
      open: z.array(Incident),
    }),
  },
  /** Somebody takes care of these, or, with `isUndone`, does not after all. Returns how many were changed. */
  ack: {
    method: 'POST',
    path: `${base}/ack`,
    permission: `${base.slice(1)}/ack`,
    body: z.strictObject({ ids: idsOf<IncidentId>(), isUndone: z.boolean().default(false) }),
    data: z.object({ count: z.number() }),
    log: OperationType.edit,
  },
} as const
