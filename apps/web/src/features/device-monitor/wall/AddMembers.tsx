import type { AddRefusal } from '@fleetdeck/contract/wall-socket'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../../ground/language.ts'
import type { WallSession, WallState } from '../../../realtime/wall/wall-session.ts'
import styles from './wall.module.css'

const refusalTexts = {
  unseen: 'wall.addUnseen',
  watchOnly: 'wall.addWatchOnly',
  reserved: 'wall.reserved',
  offline: 'device.stateOffline',
  otherGroup: 'wall.addOtherGroup',
  full: 'wall.addFull',
} as const satisfies Record<AddRefusal['why'], string>

/** Whether other phones are shown, so that they can join the group; it ends with the group. */
export function useAdding(group: WallState['group'] | undefined) {
  const [wanted, setWanted] = useState(false)
  const isOn = wanted && Boolean(group)
  if (wanted && !group) setWanted(false)
  return { isOn, mayChoose: isOn || !group, set: setWanted }
}
export type Adding = ReturnType<typeof useAdding>

function Result({ added, onClose }: { added: NonNullable<WallState['added']>; onClose: () => void }) {
  const t = useText()
  const { ids, refused } = added
  return (
    <Alert
      type={refused.length > 0 ? 'warning' : 'success'}
      showIcon
      role="status"
      title={
        refused.length > 0
          ? t('wall.addedPartly', { count: ids.length, refused: refused.length })
          : t('wall.added', { count: ids.length })
      }
      description={
        refused.length > 0 && (
          <ul className={styles.refusals}>
            {refused.map(({ id, deviceNo, why, by = '' }) => (
              <li key={id}>
                {deviceNo && <strong>{deviceNo}</strong>} {t(refusalTexts[why], { name: by })}
              </li>
            ))}
          </ul>
        )
      }
      closable={{ onClose }}
    />
  )
}

interface AddMembersProps {
  session: WallSession
  state: WallState
  adding: Adding
  chosen: readonly number[]
  onChoose: (ids: number[]) => void
}

/** Adds the selected phones to the running group, and names those that cannot join. */
export function AddMembers({ session, state: { added, socket }, adding, chosen, onChoose }: AddMembersProps) {
  const t = useText()
  const close = () => {
    onChoose([])
    session.forgetAdded()
    adding.set(false)
  }
  const add = () => {
    session.addMembers(chosen)
    onChoose([])
  }
  return (
    <>
      {adding.isOn && (
        <div className={styles.barLine}>
          <span role="status">
            {chosen.length === 0 ? t('wall.addHint') : t('wall.chosen', { count: chosen.length })}
          </span>
          <Button type="primary" disabled={chosen.length === 0 || socket !== 'open'} onClick={add}>
            {t('wall.addChosen', { count: chosen.length })}
          </Button>
          <Button onClick={close}>{t('wall.addDone')}</Button>
        </div>
      )}
      {added && <Result added={added} onClose={() => session.forgetAdded()} />}
    </>
  )
}
