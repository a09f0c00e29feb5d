import { PlusOutlined } from '@ant-design/icons'
import {
  type FormerFacts,
  type FormerPhone,
  FormerState,
  formerPhones,
} from '@fleetdeck/contract/former-phones'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { inBackground } from '../../api/feedback.ts'
import { StateBadge } from '../../components/StateBadge.tsx'
import { CrudPage } from '../../crud/CrudPage.tsx'
import { timeColumn } from '../../crud/columns.tsx'
import type { CrudColumn } from '../../crud/crud-contract.ts'
import { choiceFilter } from '../../crud/filters.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { useConsoleEvents } from '../../realtime/use-console-socket.ts'
import { FormerNotice } from './FormerNotice.tsx'
import styles from './former-system.module.css'
import { useAdmit, useReloadFormer } from './use-admit.tsx'
import { type Decision, useDecisions } from './use-decisions.tsx'

const contract = { list: formerPhones.list }
const conditions = {
  expected: 'unknown',
  waiting: 'trouble',
  rejected: 'disabled',
  replaced: 'offline',
} as const

const phoneName = ({ brand, model }: FormerFacts) => [brand, model].filter(Boolean).join(' ')

function factsOf(t: Translate, { osVersion, apkVersion, ecVersion }: FormerFacts): string[] {
  return [
    osVersion && `Android ${osVersion}`,
    apkVersion && t('formerPhone.agentVersion', { version: apkVersion }),
    ecVersion && t('formerPhone.engineVersion', { version: ecVersion }),
  ].filter(Boolean)
}

const identityOf = (t: Translate, { imei, androidId }: FormerFacts): string[] =>
  [imei && `IMEI ${imei}`, androidId && t('formerPhone.androidId', { id: androidId })].filter(Boolean)

function State({ phone: { state, online, hasNewKey, rival } }: { phone: FormerPhone }) {
  const t = useText()
  const isServed = state === 'admitted' || state === 'bound'
  const condition = isServed ? (online ? 'online' : 'offline') : conditions[state]
  return (
    <span className={styles.lines}>
      <StateBadge condition={condition} text={t(`formerPhone.state.${state}`)} />
      {hasNewKey && <small>{t('formerPhone.newKey')}</small>}
      {rival && (
        <span className={styles.rival}>
          {t('formerPhone.rival')}
          <br />
          {t('formerPhone.rivalFrom', {
            address: rival.ip,
            phone: [phoneName(rival), ...factsOf(t, rival), ...identityOf(t, rival)]
              .filter(Boolean)
              .join(' · '),
          })}
        </span>
      )}
    </span>
  )
}

function Said({ said }: { said: FormerFacts }) {
  const t = useText()
  const facts = factsOf(t, said)
  const name = phoneName(said)
  const identity = identityOf(t, said)
  if (!name && facts.length + identity.length === 0) return t('formerPhone.nothingSaid')
  return (
    <span className={styles.lines}>
      {name && <span>{name}</span>}
      {facts.length > 0 && <small>{facts.join(' · ')}</small>}
      {identity.length > 0 && <small>{identity.join(' · ')}</small>}
    </span>
  )
}

function DeviceOf({ phone }: { phone: FormerPhone }) {
  const t = useText()
  const { deviceId, deviceNo, deviceNoNow, userName, groupName } = phone
  if (deviceId === null) return t('formerPhone.noDevice.short')
  return (
    <span className={styles.lines}>
      <span>{[userName, groupName].filter(Boolean).join(' · ')}</span>
      {deviceNoNow !== deviceNo && <small>{t('formerPhone.deviceNow', { number: deviceNoNow })}</small>}
    </span>
  )
}

function useColumns(): CrudColumn<FormerPhone>[] {
  const t = useText()
  return [
    { key: 'deviceNo', title: t('formerPhone.number'), dataIndex: 'deviceNo' },
    { key: 'state', title: t('formerPhone.state'), render: (_, phone) => <State phone={phone} /> },
    { key: 'said', title: t('formerPhone.said'), render: (_, { said }) => <Said said={said} /> },
    { key: 'ip', title: t('formerPhone.ip'), dataIndex: 'ip' },
    { key: 'device', title: t('formerPhone.device'), render: (_, phone) => <DeviceOf phone={phone} /> },
    timeColumn('lastAt', t('formerPhone.last')),
    timeColumn('firstAt', t('formerPhone.first'), { hiddenAtFirst: true }),
  ]
}

/** Which decisions are possible about a phone. */
const possible = ({ state, rival, hasNewKey }: FormerPhone): Decision[] => {
  const isServed = state === 'admitted' || state === 'bound'
  return [
    ...(rival ? (['acceptRival'] as const) : []),
    ...(isServed ? (['giveKeys'] as const) : []),
    ...(state === 'bound' || hasNewKey ? (['takeKeys'] as const) : []),
    ...(state !== 'rejected' ? (['reject'] as const) : []),
    'forget',
  ]
}
const dangerous: readonly Decision[] = ['reject', 'forget', 'takeKeys', 'acceptRival']
const aboutKeys: readonly Decision[] = ['giveKeys', 'takeKeys']
const isAdmissible = ({ state }: FormerPhone) =>
  state === 'waiting' || state === 'rejected' || state === 'expected'

/** Phones of the former system by the number they call with: what they said, and whether they are admitted. */
export function FormerPhones({ heading }: { heading: ReactNode }) {
  const t = useText()
  const mayAdmit = useMay(formerPhones.admit.permission)
  const mayGiveKeys = useMay(formerPhones.giveKeys.permission)
  const { decide, keysDialog } = useDecisions()
  const { admit, addAdmission, dialogs } = useAdmit()
  const reload = useReloadFormer()
  useConsoleEvents((event) => {
    if (event.action === 'devicesChanged') inBackground(reload())
  })
  const may = (decision: Decision) => (aboutKeys.includes(decision) ? mayGiveKeys : mayAdmit)
  const addButton = mayAdmit && (
    <Button type="primary" icon={<PlusOutlined />} onClick={addAdmission}>
      {t('formerPhone.addAdmission')}
    </Button>
  )
  return (
    <>
      <CrudPage
        contract={contract}
        title={t('formerPhone.heading')}
        heading={heading}
        notice={<FormerNotice />}
        columns={useColumns()}
        filters={[
          { name: 'deviceNo', label: t('formerPhone.number') },
          choiceFilter(
            t,
            'state',
            t('formerPhone.state'),
            FormerState.options.map((state) => [state, t(`formerPhone.state.${state}`)]),
          ),
          { name: 'ip', label: t('formerPhone.ip') },
          choiceFilter(t, 'hasRival', t('formerPhone.hasRival'), [
            ['true', t('formerPhone.hasRival.true')],
            ['false', t('formerPhone.hasRival.false')],
          ]),
        ]}
        nameOf={({ deviceNo }) => deviceNo}
        primary={addButton}
        rowActions={(phone) => [
          mayAdmit &&
            isAdmissible(phone) && {
              key: 'admit',
              label: t('formerPhone.admit'),
              run: () => admit([phone]),
            },
          ...possible(phone)
            .filter(may)
            .map((decision) => ({
              key: decision,
              label: t(`formerPhone.${decision}`),
              run: () => decide(decision, [phone]),
              isDanger: dangerous.includes(decision),
            })),
        ]}
        {...((mayAdmit || mayGiveKeys) && {
          batchActions: (phones: readonly FormerPhone[], clear: () => void) => (
            <>
              {mayAdmit && (
                <Button
                  size="small"
                  disabled={!phones.some(isAdmissible)}
                  onClick={() => admit(phones.filter(isAdmissible))}
                >
                  {t('formerPhone.admit')}
                </Button>
              )}
              {(['giveKeys', 'reject', 'forget'] as const).filter(may).map((decision) => {
                const chosen = phones.filter((phone) => possible(phone).includes(decision))
                return (
                  <Button
                    key={decision}
                    size="small"
                    danger={dangerous.includes(decision)}
                    disabled={chosen.length === 0}
                    onClick={() => decide(decision, chosen).then((done) => done && clear())}
                  >
                    {t(`formerPhone.${decision}`)}
                  </Button>
                )
              })}
            </>
          ),
        })}
        emptyText={t('formerPhone.empty')}
        emptyAction={addButton}
      />
      {dialogs}
      {keysDialog}
    </>
  )
}
