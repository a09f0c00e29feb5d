import { ownAccessTokens } from '@fleetdeck/contract/access-tokens'
import {
  codeMinutes,
  commandLine,
  commandLineDays,
  commandLinePermissions,
  usualCommandLineDays,
} from '@fleetdeck/contract/command-line'
import type { DataOf } from '@fleetdeck/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Button, Flex, Form, Select, Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { call } from '../../api/call.ts'
import { shown } from '../../api/feedback.ts'
import { CopyButton } from '../../components/CopyText.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { LanguageLinks } from '../../components/sign-in/LanguageLinks.tsx'
import { buttonLabel, menuLabel, useText } from '../../ground/language.ts'
import { useSession } from '../../ground/session-store.ts'
import styles from './command-line.module.css'
import { type Asked, callbackAddress, readAsked } from './command-line-address.ts'

type Right = DataOf<typeof ownAccessTokens.rights>[number]
type Days = (typeof commandLineDays)[number]

/** Where a user lets a command line act in their name; it has opened this page. */
export function CommandLinePage() {
  const t = useText()
  const { search } = useLocation()
  const outcome = new URLSearchParams(search).get('outcome')
  const asked = readAsked(search)
  if (outcome === 'done') return <Card heading={t('accessToken.cliDone')} />
  if (outcome === 'denied') return <Card heading={t('accessToken.cliDenied')} />
  if (!asked) return <Card heading={t('accessToken.cliWrong')} />
  return <Question asked={asked} />
}

function Card({ heading, children }: { heading: string; children?: ReactNode }) {
  return (
    <main className="login-main login-alone">
      <div className="login-language">
        <LanguageLinks />
      </div>
      <div className={`login-card ${styles.card}`}>
        <h1>{heading}</h1>
        {children}
      </div>
    </main>
  )
}

function Question({ asked }: { asked: Asked }) {
  const t = useText()
  const [days, setDays] = useState<Days>(usualCommandLineDays)
  const [end, setEnd] = useState<{ code: string } | 'denied'>()
  const [isBusy, setBusy] = useState(false)
  const userName = useSession((state) => state.user?.userName ?? '')
  const rights = useQuery({
    queryKey: [ownAccessTokens.rights.path],
    queryFn: ({ signal }) => call(ownAccessTokens.rights, { signal }),
  })
  const needed = new Set(commandLinePermissions)
  const granted = rights.data?.filter(({ permission }) => needed.has(permission)) ?? []

  const allow = async () => {
    const { challenge, host, port } = asked
    setBusy(true)
    try {
      const { code } = await shown(call(commandLine.grant, { body: { challenge, host, days } }))
      if (port === undefined) setEnd({ code })
      else window.location.assign(callbackAddress(asked, { code }))
    } finally {
      setBusy(false)
    }
  }
  const deny = () => {
    if (asked.port === undefined) setEnd('denied')
    else window.location.assign(callbackAddress(asked, { error: 'denied' }))
  }

  if (end === 'denied') return <Card heading={t('accessToken.cliDenied')} />
  if (end) return <Code code={end.code} />
  return (
    <Card heading={t('accessToken.cliQuestion', { host: asked.host })}>
      <p className="login-hint">{t('accessToken.cliHint')}</p>
      {rights.isError ? (
        <ErrorState
          title={t('table.loadFailed')}
          error={rights.error}
          onRetry={() => void rights.refetch()}
        />
      ) : (
        <Spin spinning={rights.isPending}>
          {rights.data && !granted.length ? (
            <p role="alert">{t('accessToken.cliNone')}</p>
          ) : (
            <Granted rights={granted} />
          )}
        </Spin>
      )}
      <Form layout="vertical">
        <Form.Item label={t('accessToken.days')} htmlFor="days">
          <Select
            id="days"
            value={days}
            onChange={setDays}
            options={commandLineDays.map((count) => ({
              value: count,
              label: t('accessToken.daysOf', { count }),
            }))}
          />
        </Form.Item>
        <Flex gap={8} wrap>
          <Button type="primary" loading={isBusy} disabled={!granted.length} onClick={allow}>
            {t('accessToken.cliAllow')}
          </Button>
          <Button onClick={deny} disabled={isBusy}>
            {t('accessToken.cliDeny')}
          </Button>
        </Flex>
      </Form>
      <p className={styles.user}>{t('accessToken.cliUser', { name: userName })}</p>
    </Card>
  )
}

function Granted({ rights }: { rights: readonly Right[] }) {
  const t = useText()
  const pages = Map.groupBy(rights, ({ page }) => page)
  return (
    <>
      <p>{t('accessToken.cliGrants')}</p>
      <dl className={styles.granted}>
        {[...pages].map(([page, below]) => (
          <div key={page}>
            <dt>{page === '' ? t('accessToken.otherRights') : menuLabel(page, page)}</dt>
            <dd>{below.map(({ permission }) => labelOf(permission, t('accessToken.look'))).join(' · ')}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The permission to see a page has no button. */
const labelOf = (permission: string, look: string): string => {
  const label = buttonLabel(permission, permission)
  return label === permission ? look : label
}

function Code({ code }: { code: string }) {
  const t = useText()
  return (
    <Card heading={t('accessToken.cliTitle')}>
      <p className="login-hint">{t('accessToken.cliCode', { minutes: codeMinutes })}</p>
      <p className={styles.code}>
        <code>{code}</code>
        <CopyButton text={code} label={t('accessToken.cliCopy')} />
      </p>
    </Card>
  )
}
