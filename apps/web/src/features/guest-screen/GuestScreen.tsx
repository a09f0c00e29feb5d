import { guestScreens } from '@fleetdeck/contract/screen-links'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { PhoneScreen } from '../../components/screen/PhoneScreen.tsx'
import { SoundTool } from '../../components/screen/SoundTool.tsx'
import { useScreenSession } from '../../components/screen/use-screen-session.ts'
import { LanguageLinks } from '../../components/sign-in/LanguageLinks.tsx'
import { fullTime } from '../../components/time-text.ts'
import { type Translate, useText } from '../../ground/language.ts'
import { useSiteZone } from '../../ground/site-zone.ts'
import { videoMode } from '../../realtime/screen/picture-sink.ts'
import type { ScreenNotice, ScreenRequest } from '../../realtime/screen/screen-session.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import { GuestControls } from './GuestControls.tsx'
import styles from './guest.module.css'
import type { LinkFacts, Visit } from './guest-link.ts'

const noticeMs = 4000
/** Frames need no connection but the page's own, which an embedding page may not allow. */
const request: ScreenRequest = { mode: '2', profile: 'automatic' }

interface GuestScreenProps {
  visit: Visit
  facts: LinkFacts
  isEmbedded: boolean
  /** The visit is over; why, in the reader's language. */
  onEnd: (why: string) => void
}

/** Tells the server at once, also while the page closes. */
function leave(token: string): void {
  const { path, method } = guestScreens.leave
  const headers = { 'Content-Type': 'application/json' }
  fetch(path, { method, headers, body: JSON.stringify({ token }), keepalive: true }).catch(() => {
    // The visit ends by itself soon.
  })
}

function stateText(state: ScreenState, mayControl: boolean, t: Translate): string {
  if (state.phase !== 'live') return ''
  if (state.watches) return t(mayControl ? 'screenLink.reservedNow' : 'screenLink.watching')
  if (state.youControl) return t('screenLink.controlling')
  return t(state.controller === null ? 'screenLink.free' : 'screenLink.otherControls')
}

/** The phone, with exactly what the link allows. */
export function GuestScreen({ visit, facts, isEmbedded, onEnd }: GuestScreenProps) {
  const t = useText()
  useSiteZone()
  const { token, deviceNo } = visit
  const { mayControl, expiresAt } = facts
  const [notice, setNotice] = useState('')
  const hideNotice = useRef<ReturnType<typeof setTimeout>>(undefined)
  const showNotice = (news: ScreenNotice) => {
    if (news.action !== 'refused') return
    setNotice(news.msg)
    clearTimeout(hideNotice.current)
    hideNotice.current = setTimeout(() => setNotice(''), noticeMs)
  }
  const { session, state } = useScreenSession(deviceNo, showNotice, { request, visitToken: token })
  const { phase, online, recording } = state
  useEffect(() => {
    if (session && online) session.start()
  }, [session, online])
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (phase === 'closed') end(t('screenLink.visitOver'))
  }, [phase, t])
  useEffect(() => {
    const onHide = () => leave(token)
    window.addEventListener('pagehide', onHide)
    return () => window.removeEventListener('pagehide', onHide)
  }, [token])

  return (
    <main className={styles.page} data-embedded={isEmbedded}>
      <header className={styles.head}>
        <strong>{deviceNo}</strong>
        <span role="status">{notice || stateText(state, mayControl, t)}</span>
        {recording && <span className={styles.recorded}>● {t('screenLink.recorded')}</span>}
        <span className={styles.tools}>
          {phase === 'live' && (
            <SoundTool session={session} state={state} onVideo={() => session?.choose(videoMode)} inBar />
          )}
          {!isEmbedded && (
            <>
              <span className={styles.soft}>{t('screenLink.until', { time: fullTime(expiresAt) })}</span>
              <LanguageLinks />
            </>
          )}
          <Button
            size="small"
            onClick={() => {
              leave(token)
              onEnd(t('screenLink.left'))
            }}
          >
            {t('screenLink.leave')}
          </Button>
        </span>
      </header>
      <PhoneScreen deviceNo={deviceNo} session={session} state={state} mayStart />
      {mayControl && <GuestControls session={session} state={state} />}
    </main>
  )
}
