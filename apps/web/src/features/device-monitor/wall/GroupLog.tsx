import type { DeviceId } from '@fleetdeck/contract/ids'
import type { GroupLogLine, GroupMember, GroupStep } from '@fleetdeck/contract/wall-socket'
import { Button, Modal } from 'antd'
import { useEffect } from 'react'
import { CopyButton } from '../../../components/CopyText.tsx'
import { fullTime } from '../../../components/time-text.ts'
import { type Translate, useText } from '../../../ground/language.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import styles from './wall.module.css'
import { whyTexts } from './wall-rows.ts'

const results = {
  sent: 'wall.logSent',
  cut: 'wall.logCut',
  missed: 'wall.logMissed',
  repeated: 'wall.logRepeated',
  replayed: 'wall.logReplayed',
  failed: 'wall.logFailed',
} as const
const toolSteps = {
  launchApp: 'wall.toolLaunch',
  stopApp: 'wall.toolStop',
  setDisplay: 'wall.toolDisplay',
  setPosition: 'tools.setPosition',
  setLanguage: 'tools.setLanguage',
} as const
/** A finger that moves less taps. */
const tapDistance = 0.02
const none: readonly GroupLogLine[] = []

const placeText = ([x = 0, y = 0]: readonly number[]) => `${Math.round(x * 100)}%, ${Math.round(y * 100)}%`

function stepText(t: Translate, what: GroupStep): string {
  if (what.kind === 'key') return t('wall.stepKey', { key: what.key })
  if (what.kind === 'tool') return t(toolSteps[what.tool])
  if (what.kind !== 'touch')
    return t(what.kind === 'text' ? 'wall.stepText' : 'wall.stepClipboard', { count: what.characters })
  const { from, to, fingers } = what
  if (fingers) return t('wall.stepTwoFingers', { from: placeText(from), to: placeText(to) })
  const moved = to.map((value, axis) => value - (from[axis] ?? value))
  const isTap = Math.hypot(...moved) < tapDistance
  return t(isTap ? 'wall.stepTap' : 'wall.stepSwipe', { from: placeText(from), to: placeText(to) })
}

function resultText(t: Translate, { result, why }: GroupLogLine): string {
  if (!why) return t(results[result])
  return t('common.labelled', { label: t(results[result]), value: t(whyTexts[why]) })
}

const cellsOf = (t: Translate, line: GroupLogLine) => [
  fullTime(line.at),
  stepText(t, line.what),
  resultText(t, line),
  line.by,
]

interface GroupLogProps {
  session: WallSession
  log: WallState['log']
  id: DeviceId
}

interface DialogProps {
  deviceNo: string
  onClose: () => void
}

/** What this member got and missed in the groups of this session, newest first. */
export function GroupLog({ session, log, id }: GroupLogProps) {
  const t = useText()
  useEffect(() => {
    session.watchLog(id)
    return () => session.watchLog(null)
  }, [session, id])
  const lines = log?.id === id ? log.lines : none
  const rows = lines.toReversed().map((line) => cellsOf(t, line))
  const heads = [t('wall.logTime'), t('wall.logStep'), t('wall.logResult'), t('wall.logBy')]
  if (rows.length === 0) return <p className={styles.hint}>{t('wall.logNone')}</p>
  return (
    <>
      <div className={styles.log}>
        <table aria-label={t('wall.log')}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, place) => (
              <tr key={rows.length - place} data-result={lines.at(-1 - place)?.result}>
                {cells.map((cell, column) => (
                  <td key={heads[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <CopyButton
        text={[heads, ...rows].map((cells) => cells.join('\t')).join('\n')}
        label={t('wall.logCopy')}
      />
    </>
  )
}

/** The same in a window, for a phone that is not enlarged. */
export function GroupLogDialog({ deviceNo, onClose, ...lines }: GroupLogProps & DialogProps) {
  const t = useText()
  return (
    <Modal open width={640} title={t('wall.logOf', { device: deviceNo })} footer={null} onCancel={onClose}>
      <div className={styles.texts}>
        <GroupLog {...lines} />
      </div>
    </Modal>
  )
}

const areMissing = (members: readonly GroupMember[]) =>
  members.filter(({ missed, isRepeating }) => missed > 0 && !isRepeating)

/** How many members cannot get the steps that they missed. */
export function NotRepeatable({ members }: { members: readonly GroupMember[] }) {
  const t = useText()
  const count = areMissing(members).filter(({ canRepeat }) => !canRepeat).length
  if (count === 0) return null
  return (
    <span className={styles.faint} title={t('wall.repeatNotWhy')}>
      {t('wall.repeatNot', { count })}
    </span>
  )
}

interface RepeatMissedProps {
  session: WallSession
  members: readonly GroupMember[]
}

/** Sends missed steps again. */
export function RepeatMissed({ session, members }: RepeatMissedProps) {
  const t = useText()
  const able = areMissing(members).filter(({ canRepeat }) => canRepeat)
  return (
    <Button
      disabled={able.length === 0}
      title={t('wall.repeatHint')}
      onClick={() =>
        session.change(
          'repeatMissed',
          able.map(({ id }) => id),
        )
      }
    >
      {t('wall.repeat', { count: able.length })}
    </Button>
  )
}
