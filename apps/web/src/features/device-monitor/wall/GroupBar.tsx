import { takeControlPermission } from '@fleetdeck/contract/device-socket'
import { Button, Space, Tooltip } from 'antd'
import { StateShape } from '../../../components/StateBadge.tsx'
import { useText } from '../../../ground/language.ts'
import { useMay } from '../../../ground/session-store.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import { RepeatMissed } from './GroupLog.tsx'
import { SendToPhones } from './SendToPhones.tsx'
import styles from './wall.module.css'
import { idsByStatus, type MemberStatus, memberConditions } from './wall-rows.ts'

const counted = {
  follows: 'wall.countFollows',
  differs: 'wall.countDiffers',
  missed: 'wall.countMissed',
  paused: 'wall.countPaused',
  turned: 'wall.countTurned',
  held: 'wall.countHeld',
  watchOnly: 'wall.countWatchOnly',
  offline: 'wall.countOffline',
} as const satisfies Partial<Record<MemberStatus, string>>

interface GroupBarProps {
  session: WallSession
  state: WallState
}

/** The state of the group, with actions for members that do not follow. */
export function GroupBar({ session, state }: GroupBarProps) {
  const t = useText()
  const mayTake = useMay(takeControlPermission)
  const ids = idsByStatus(state)
  const idsWith = (...statuses: MemberStatus[]) => statuses.flatMap((status) => ids.get(status) ?? [])
  const leader = state.group?.members.find(({ id }) => id === state.group?.leader)
  const unseen = state.group?.unseen ?? 0
  return (
    <div className={styles.bar} role="status" aria-label={t('wall.group')}>
      <span>
        {t('wall.leads')} <strong>{leader?.deviceNo}</strong>
      </span>
      {Object.entries(counted).map(([name, text]) => {
        const status = name as keyof typeof counted
        const count = idsWith(status).length
        if (count === 0) return null
        return (
          <span key={name} className={styles.count} data-count={name}>
            <StateShape condition={memberConditions[status]} />
            {t(text, { count })}
          </span>
        )
      })}
      {unseen > 0 && <span className={styles.faint}>{t('wall.unseen', { count: unseen })}</span>}
      <Space wrap style={{ marginInlineStart: 'auto' }}>
        {idsWith('differs').length > 0 && (
          <>
            <Tooltip title={t('wall.acceptHint')}>
              <Button onClick={() => session.accept(idsWith('differs'))}>{t('wall.accept')}</Button>
            </Tooltip>
            <Button onClick={() => session.change('pauseMembers', idsWith('differs'))}>
              {t('wall.pauseDiffering')}
            </Button>
          </>
        )}
        {idsWith('paused', 'missed').length > 0 && (
          <Button onClick={() => session.change('resumeMembers', idsWith('paused', 'missed'))}>
            {t('wall.resumeAll')}
          </Button>
        )}
        <RepeatMissed session={session} members={state.group?.members ?? []} />
        <SendToPhones phones={state.group?.members ?? []} />
        {mayTake && idsWith('held').length > 0 && (
          <Button onClick={() => session.change('takeMembers', idsWith('held'))}>
            {t('wall.takeHeld', { count: idsWith('held').length })}
          </Button>
        )}
        <Button danger onClick={() => session.stopGroup()}>
          {t('wall.stopGroup')}
        </Button>
      </Space>
    </div>
  )
}
