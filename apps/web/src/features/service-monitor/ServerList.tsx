import {
  type ServerDuty,
  type ServerState,
  type Spread,
  serviceMonitor,
} from '@fleetdeck/contract/service-monitor'
import { Button, Tag, Tooltip } from 'antd'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import panels from '../../components/panels/panels.module.css'
import { StateBadge } from '../../components/StateBadge.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import styles from './service.module.css'

interface ListProps {
  servers: ServerState[]
  newest: string | undefined
  changed: () => unknown
}

const isServing = ({ isAlive, duty }: ServerState) => isAlive && duty !== null && !duty.isDraining
const areNeighbours = (one: ServerState, other: ServerState) =>
  one.serverName !== other.serverName && (one.facts.region ?? null) === (other.facts.region ?? null)

/** Every server with its version, and what it does for the load balancer. */
export function ServerList({ servers, newest, changed }: ListProps) {
  const t = useText()
  const serving = servers.filter(isServing)
  const spreading = serving.filter((one) => serving.some((other) => areNeighbours(one, other)))
  return (
    <section className={panels.card} aria-label={t('service.all')}>
      <div className={panels.cardHead}>
        <h2>{t('service.all')}</h2>
        <span className={panels.headTools}>
          {spreading.length > 1 && (
            <SpreadButton
              count={spreading.length}
              hasRegions={servers.some(({ facts }) => facts.region)}
              changed={changed}
            />
          )}
        </span>
      </div>
      <ul className={styles.servers}>
        {servers.map((server) => (
          <li key={server.serverName} aria-label={server.serverName}>
            <ServerRow
              server={server}
              newest={newest}
              hasOthers={serving.some(({ serverName }) => serverName !== server.serverName)}
              isLastOfRegion={!serving.some((other) => areNeighbours(server, other))}
              changed={changed}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  server: ServerState
  newest: string | undefined
  /** Others are in service. */
  hasOthers: boolean
  isLastOfRegion: boolean
  changed: () => unknown
}

function ServerRow({ server, newest, hasOthers, isLastOfRegion, changed }: RowProps) {
  const t = useText()
  const { serverName, facts, duty, isOwn, isOlder } = server
  return (
    <>
      <div className={styles.server}>
        <b className={styles.serverName}>{serverName}</b>
        {facts.region && (
          <Tooltip title={facts.regionUrl}>
            <Tag>{t('service.inRegion', { region: facts.region })}</Tag>
          </Tooltip>
        )}
        {isOwn && <Tag>{t('service.this')}</Tag>}
        <ServerBadge server={server} hasOthers={hasOthers} />
      </div>
      <div className={styles.serverFacts}>
        <span>
          {t('service.productVersion')} {facts.productVersion ?? '–'}{' '}
          {isOlder && newest && (
            <Tooltip title={t('service.olderHint', { version: newest })}>
              <Tag color="warning">{t('service.older')}</Tag>
            </Tooltip>
          )}
        </span>
        {duty && <Counts duty={duty} />}
      </div>
      {server.isAlive && duty && (
        <DutyButton
          server={server}
          duty={duty}
          hasOthers={hasOthers}
          isLastOfRegion={isLastOfRegion}
          changed={changed}
        />
      )}
      {duty?.isDraining && hasOthers && <p className={styles.progress}>{leftText(t, duty)}</p>}
      {duty?.spread && !duty.isDraining && <SpreadResult spread={duty.spread} />}
    </>
  )
}

function ServerBadge({ server: { isAlive, duty }, hasOthers }: { server: ServerState; hasOthers: boolean }) {
  const t = useText()
  if (!isAlive) return <StateBadge condition="failed" text={t('service.gone')} />
  if (!duty?.isDraining) return <StateBadge condition="online" text={t('service.inService')} />
  if (!hasOthers) return <StateBadge condition="trouble" text={t('service.alone')} />
  const isEmpty = duty.phones + duty.pages === 0
  return isEmpty ? (
    <StateBadge condition="offline" text={t('service.drained')} />
  ) : (
    <StateBadge condition="busy" text={t('service.draining')} />
  )
}

function Counts({ duty: { phones, phonesInUse, pages } }: { duty: ServerDuty }) {
  const t = useText()
  return (
    <>
      <span>
        {t('service.phones')} {phones}
        {phonesInUse > 0 && ` · ${t('service.phonesInUse', { count: phonesInUse })}`}
      </span>
      <span>
        {t('service.pages')} {pages}
      </span>
    </>
  )
}

function leftText(t: Translate, { phones, phonesInUse, pages }: ServerDuty): string {
  if (phones + pages === 0) return t('service.empty')
  if (phones > 0 && phones === phonesInUse) return t('service.leftInUse', { phones, pages })
  return t('service.left', { phones, pages })
}

function SpreadResult({ spread }: { spread: Spread }) {
  const t = useText()
  const { surplus, moved, returned, inUse, isOver, startedAt } = spread
  const lost = surplus - moved - returned - inUse
  const parts = [
    surplus === 0
      ? t('service.spreadNone')
      : t(isOver ? 'service.spreadDone' : 'service.spreading', { surplus, moved }),
    ...(returned > 0 ? [t('service.spreadReturned', { count: returned })] : []),
    ...(inUse > 0 ? [t('service.spreadInUse', { count: inUse })] : []),
    ...(isOver && lost > 0 ? [t('service.spreadGone', { count: lost })] : []),
  ]
  return (
    <p className={styles.progress}>
      <TimeText value={startedAt} /> {parts.join(' · ')}
    </p>
  )
}

interface DutyButtonProps {
  server: ServerState
  duty: ServerDuty
  hasOthers: boolean
  isLastOfRegion: boolean
  changed: () => unknown
}

function DutyButton({ server, duty, hasOthers, isLastOfRegion, changed }: DutyButtonProps) {
  const { serverName, facts } = server
  const t = useText()
  const confirm = useConfirmCount()
  const mayDrain = useMay(serviceMonitor.drain.permission)
  if (!mayDrain) return null
  const resume = async () => {
    await shown(call(serviceMonitor.resume, { body: { serverName } }))
    showSuccess(t('service.resumed'))
    await changed()
  }
  const drain = () =>
    confirm({
      title: t('service.drainTitle', { name: serverName }),
      names: [],
      hint: [
        ...(isLastOfRegion && facts.region ? [t('service.drainRegion', { region: facts.region })] : []),
        t('service.drainHint', { phones: duty.phones, pages: duty.pages }),
      ].join(' '),
      okText: t('service.drain'),
      run: async () => {
        await shown(call(serviceMonitor.drain, { body: { serverName } }))
        showSuccess(t('service.drainStarted'))
        await changed()
      },
    })
  if (duty.isDraining)
    return (
      <Button size="small" onClick={() => resume().catch(() => undefined)}>
        {t('service.resume')}
      </Button>
    )
  return (
    <Tooltip title={hasOthers ? undefined : t('service.last')}>
      <Button size="small" disabled={!hasOthers} onClick={drain}>
        {t('service.drain')}
      </Button>
    </Tooltip>
  )
}

interface SpreadButtonProps {
  count: number
  hasRegions: boolean
  changed: () => unknown
}

function SpreadButton({ count, hasRegions, changed }: SpreadButtonProps) {
  const t = useText()
  const confirm = useConfirmCount()
  const maySpread = useMay(serviceMonitor.spread.permission)
  if (!maySpread) return null
  const spread = () =>
    confirm({
      title: t('service.spreadTitle', { count }),
      names: [],
      hint: [t('service.spreadHint'), ...(hasRegions ? [t('service.spreadRegions')] : [])].join(' '),
      okText: t('service.spread'),
      run: async () => {
        await shown(call(serviceMonitor.spread))
        showSuccess(t('service.spreadStarted'))
        await changed()
      },
    })
  return <Button onClick={spread}>{t('service.spread')}</Button>
}
