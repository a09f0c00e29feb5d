import { guestScreens, type LinkState } from '@fleetdeck/contract/screen-links'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { errorMessage } from '../../api/message-of.ts'
import { LanguageLinks } from '../../components/sign-in/LanguageLinks.tsx'
import { useText } from '../../ground/language.ts'
import mark from '../../ground/mark.svg'
import { useSite } from '../../ground/site.ts'
import { GuestScreen } from './GuestScreen.tsx'
import styles from './guest.module.css'
import type { Visit } from './guest-link.ts'
import { NameForm } from './NameForm.tsx'

const overTexts = {
  expired: 'screenLink.hasExpired',
  revoked: 'screenLink.wasRevoked',
  creator: 'screenLink.isOver',
  device: 'screenLink.isOver',
} as const satisfies Record<Exclude<LinkState, 'open'>, string>

/** Embedded in a page of another site, it leaves out what that page has itself. */
const isEmbedded = window.self !== window.top

function Frame({ children }: { children: ReactNode }) {
  const site = useSite()
  return (
    <div className={styles.start} data-embedded={isEmbedded}>
      <header className={styles.languages}>
        <LanguageLinks />
      </header>
      <main className={styles.card}>
        {!isEmbedded && (
          <span className={styles.brand}>
            <img src={site.logo || mark} alt="" />
            {site.title}
          </span>
        )}
        {children}
      </main>
    </div>
  )
}

/** The screen of one phone for somebody with a link: /guest/… with the token after #. */
export function GuestPage() {
  const t = useText()
  const { publicId = '' } = useParams()
  const [token] = useState(() => location.hash.slice(1))
  const [visit, setVisit] = useState<Visit>()
  const [note, setNote] = useState('')
  const key = { publicId, token }
  const { data, error, refetch } = useQuery({
    queryKey: [guestScreens.look.path, publicId],
    queryFn: ({ signal }) => call(guestScreens.look, { body: key, signal }),
    retry: false,
    meta: { silent: true },
  })
  useEffect(() => {
    document.title = data?.deviceNo ?? t('screenLink.title')
  }, [data?.deviceNo, t])
  const end = (why: string) => {
    setVisit(undefined)
    setNote(why)
    inBackground(refetch())
  }

  if (visit && data) return <GuestScreen visit={visit} facts={data} isEmbedded={isEmbedded} onEnd={end} />
  if (error)
    return (
      <Frame>
        <p role="alert">{errorMessage(error)}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </Frame>
    )
  if (!data)
    return (
      <Frame>
        <Spin delay={200} />
      </Frame>
    )
  if (data.state !== 'open')
    return (
      <Frame>
        <h1>{data.deviceNo}</h1>
        <p role="alert">{t(overTexts[data.state])}</p>
      </Frame>
    )
  return (
    <Frame>
      {note && <p role="status">{note}</p>}
      <NameForm
        facts={data}
        begin={(name) => call(guestScreens.begin, { body: { ...key, name } })}
        onVisit={setVisit}
      />
    </Frame>
  )
}
