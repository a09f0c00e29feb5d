import { EyeOutlined } from '@ant-design/icons'
import { session, type View } from '@fleetdeck/contract/session'
import { Button } from 'antd'
import { useEffect, useLayoutEffect } from 'react'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { clockTime } from '../../ground/clock-time.ts'
import { listText, personName, seededName, useText } from '../../ground/language.ts'
import { useMobile } from '../../ground/theme/media.ts'
import { viewBarPx } from '../../ground/theme/sticky-offset.ts'
import { leaveView } from './leave-view.ts'
import styles from './view-bar.module.css'

/** Between two questions whether a view is over whose time has come; ms. */
const askAgainMs = 10_000

/** Everything else is below the bar. */
function useRoom(px: number) {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--view-bar', `${px}px`)
    return () => void style.removeProperty('--view-bar')
  }, [px])
}

/** A call leads back once the view is over; the clocks of browser and server may differ. */
function useEnd(endsAt: string) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = (ms: number) => {
      timer = setTimeout(() => {
        inBackground(call(session.info))
        wait(askAgainMs)
      }, ms)
    }
    wait(Math.max(0, Date.parse(endsAt) - Date.now()) + 1000)
    return () => clearTimeout(timer)
  }, [endsAt])
}

/** Says as whom the console is seen, and leads back. */
export function ViewBar({ view: { user, roleNames, endsAt } }: { view: View }) {
  const t = useText()
  const isMobile = useMobile()
  useRoom(viewBarPx(isMobile))
  useEnd(endsAt)
  const names = listText(roleNames.map(seededName))
  const name = user ? personName(user) : names
  const who = isMobile ? t('viewAs.session', { name }) : t(user ? 'viewAs.asUser' : 'viewAs.asRole', { name })
  const held = names ? t('viewAs.roles', { names }) : t('viewAs.noRoles')
  const limits = t('viewAs.limits', { time: clockTime(Date.parse(endsAt)) })
  return (
    <>
      <section className={styles.bar} aria-label={t('viewAs.label')}>
        <EyeOutlined />
        <span className={styles.text}>
          <strong>{who}</strong>
          {user && <span className={styles.roles}>{t('viewAs.held', { held })}</span>}
          <span className={styles.limits}>{limits}</span>
        </span>
        <Button size="small" onClick={() => inBackground(leaveView())}>
          {t('viewAs.leave')}
        </Button>
      </section>
      <div className={styles.border} aria-hidden />
    </>
  )
}
