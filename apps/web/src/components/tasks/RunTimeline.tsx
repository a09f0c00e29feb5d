import { endStates } from '@fleetdeck/contract/delivery'
import { type RunAttempt, type RunPhase, type RunPhases, runPhases } from '@fleetdeck/contract/run-phases'
import type { TaskRun } from '@fleetdeck/contract/task-runs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { DeliveryBadge } from '../delivery/DeliveryBadge.tsx'
import { fullTime, shortTimeParts } from '../time-text.ts'
import { useSecond } from '../use-now.ts'
import { durationText } from './duration-text.ts'
import styles from './run-timeline.module.css'

const phaseTexts = {
  waiting: 'task.phase.waiting',
  sent: 'task.phase.sent',
  acknowledged: 'task.phase.acknowledged',
  running: 'task.phase.running',
} as const

/** Short names of the reasons for which a run waits. */
const waitTexts = {
  paused: 'taskWait.paused',
  notYet: 'taskWait.notYet',
  retry: 'taskWait.retry',
  deviceDisabled: 'taskWait.deviceDisabled',
  deviceExpired: 'taskWait.deviceExpired',
  scriptGone: 'taskWait.scriptGone',
  offline: 'taskWait.offline',
  busy: 'taskWait.busy',
  trying: 'taskWait.trying',
} as const

const isNamed = (reason: string | null): reason is keyof typeof waitTexts =>
  reason !== null && Object.hasOwn(waitTexts, reason)

const nameOf = (t: Translate, { phase, reason }: RunPhase) =>
  t(isNamed(reason) ? waitTexts[reason] : phaseTexts[phase])

/** The zone is named above. */
const withoutZone = (time: string) => shortTimeParts(time)[0]

const msOf = (time: string | null) => (time === null ? undefined : Date.parse(time))

interface Scale {
  from: number
  to: number
}

/** From the first known time to the last. */
function scaleOf({ attempts, dueAt }: RunPhases, nowMs: number, isOpen: boolean): Scale {
  const times = attempts.flatMap(({ phases, endedAt }) =>
    [...phases.flatMap(({ from, to }) => [from, to]), endedAt].flatMap((time) => msOf(time) ?? []),
  )
  const all = [...times, ...(times.length ? [] : [Date.parse(dueAt)]), ...(isOpen ? [nowMs] : [])]
  const from = Math.min(...all)
  return { from, to: Math.max(...all, from + 1) }
}

interface PhaseRowProps {
  phase: RunPhase
  isFailed: boolean
  /** It is the run's present phase, up to now. */
  nowMs: number | undefined
  scale: Scale
}

function PhaseRow({ phase, isFailed, nowMs, scale }: PhaseRowProps) {
  const t = useText()
  const name = nameOf(t, phase)
  const from = msOf(phase.from)
  const to = msOf(phase.to) ?? nowMs
  const isKnown = from !== undefined && to !== undefined
  const share = (ms: number) => `${(ms / (scale.to - scale.from)) * 100}%`
  const end = nowMs === undefined ? (phase.to ? fullTime(phase.to) : '?') : t('task.phaseOpen')
  return (
    <li title={isKnown ? t('task.phaseAt', { name, from: fullTime(from), to: end }) : name}>
      <span className={styles.name}>{name}</span>
      <time className={styles.time}>{phase.from ? withoutZone(phase.from) : '–'}</time>
      <span className={styles.track} aria-hidden="true">
        {isKnown && (
          <span
            className={styles.bar}
            data-phase={phase.phase}
            data-failed={isFailed || undefined}
            data-open={nowMs !== undefined || undefined}
            style={{
              insetInlineStart: `min(${share(from - scale.from)}, 100% - 3px)`,
              width: share(to - from),
            }}
          />
        )}
      </span>
      <span className={styles.duration}>
        {isKnown ? durationText(to - from) : t('task.phaseUnknown')}
        {nowMs !== undefined && <span className={styles.open}>{t('task.phaseOpen')}</span>}
      </span>
    </li>
  )
}

interface AttemptProps {
  attempt: RunAttempt
  isSingle: boolean
  nowMs: number | undefined
  scale: Scale
}

function Attempt({ attempt: { attempt, state, phases, endedAt }, isSingle, nowMs, scale }: AttemptProps) {
  const t = useText()
  const title = t('task.attemptOf', { number: attempt })
  return (
    <section aria-label={isSingle ? t('task.timeline') : title}>
      {!isSingle && (
        <h4 className={styles.attempt}>
          {title} <DeliveryBadge state={state} />
        </h4>
      )}
      <ol className={styles.phases}>
        {phases.map((phase, at) => (
          <PhaseRow
            key={`${phase.phase}${phase.from}${phase.reason}`}
            phase={phase}
            isFailed={state === 'failed' && at === phases.length - 1}
            nowMs={at === phases.length - 1 && phase.to === null ? nowMs : undefined}
            scale={scale}
          />
        ))}
        {endedAt && (
          <li>
            <span className={styles.name}>{t('task.endedAt')}</span>
            <time className={styles.time} title={fullTime(endedAt)}>
              {withoutZone(endedAt)}
            </time>
            <span className={styles.badge}>{isSingle && <DeliveryBadge state={state} />}</span>
          </li>
        )}
      </ol>
    </section>
  )
}

/** The phases of a run as bars on one scale, for each attempt. */
export function RunTimeline({ run }: { run: TaskRun }) {
  const t = useText()
  const second = useSecond()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: [runPhases.phases.path, run.id, run.changedAt],
    queryFn: ({ signal }) => call(runPhases.phases, { query: { id: run.id }, signal }),
    placeholderData: (before) => before,
    meta: { silent: true },
  })
  const [oldest] = data?.attempts ?? []
  if (!data || !oldest) return null
  const isOpen = !(endStates as readonly string[]).includes(data.attempts.at(-1)?.state ?? '')
  // By the site's clock.
  const nowMs = Math.max(second, dataUpdatedAt) - dataUpdatedAt + Date.parse(data.now)
  const scale = scaleOf(data, nowMs, isOpen)
  return (
    <div className={styles.timeline}>
      <h3>{t('task.timeline')}</h3>
      <p className={styles.facts}>
        <span>
          {t('task.due')} {fullTime(data.dueAt)}
        </span>
        {data.tries > 1 && <span>{t('task.phaseTries', { count: data.tries })}</span>}
        {oldest.attempt > 1 && <span>{t('task.attemptsLost')}</span>}
      </p>
      {data.attempts.map((attempt, at) => (
        <Attempt
          key={attempt.attempt}
          attempt={attempt}
          isSingle={data.attempts.length === 1}
          nowMs={isOpen && at === data.attempts.length - 1 ? nowMs : undefined}
          scale={scale}
        />
      ))}
    </div>
  )
}
