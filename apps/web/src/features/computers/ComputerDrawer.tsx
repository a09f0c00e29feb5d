import type { ServerState } from '@fleetdeck/contract/computer-socket'
import { type ComputerDetail, computers } from '@fleetdeck/contract/computers'
import { devices } from '@fleetdeck/contract/devices'
import type { ComputerId } from '@fleetdeck/contract/ids'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer, Skeleton, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { inBackground } from '../../api/feedback.ts'
import { byteText } from '../../components/byte-text.ts'
import { computerDevices } from '../../components/computers/computer-page.ts'
import { useComputerCommand } from '../../components/computers/use-computer-command.ts'
import { DurationText } from '../../components/DurationText.tsx'
import { devicePath } from '../../components/device-panel/device-page.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { InfoList } from '../../components/panels/InfoList.tsx'
import { TimeText } from '../../components/TimeText.tsx'
import { type Translate, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'
import { AgentVersion, updateFailure } from './AgentVersion.tsx'
import { ComputerState } from './ComputerState.tsx'
import styles from './computers.module.css'
import { LogLines } from './LogLines.tsx'
import { PairPhone } from './PairPhone.tsx'
import { PhoneState } from './PhoneState.tsx'
import { PhoneCharge, PhoneWay } from './PhoneWay.tsx'
import { UsbTree } from './UsbTree.tsx'
import { canUpdate, useAgentUpdate } from './use-agent-update.ts'

type Phone = ComputerDetail['phones'][number]
type Can = (name: ComputerDetail['commands'][number]) => boolean
type Run = ReturnType<typeof useComputerCommand>['run']

const reloadMs = 3000
/** The moment of something that was so old at the time of the report. */
const before = (reportedAt: string | null, seconds: number) =>
  new Date(new Date(reportedAt ?? 0).getTime() - seconds * 1000).toISOString()

/** A computer with everything that it reports, and what can be done with it. */
export function ComputerDrawer({ id, onClose }: { id: ComputerId; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: [computers.one.path, id],
    queryFn: ({ signal }) => call(computers.one, { query: { id }, signal }),
    refetchInterval: reloadMs,
    meta: { silent: true },
  })
  return (
    <Drawer open size={920} title={data?.computerName ?? t('computer.title')} onClose={onClose}>
      {error && !data && (
        <ErrorState title={t('table.loadFailed')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton active />}
      {data && <Details computer={data} />}
    </Drawer>
  )
}

function Details({ computer }: { computer: ComputerDetail }) {
  const { report, reportedAt } = computer
  const t = useText()
  return (
    <div className={styles.details}>
      <Commands computer={computer} />
      {computer.update?.state === 'failed' && (
        <Alert
          type="error"
          showIcon
          title={t('computer.updateFailed', { version: computer.agentVersion })}
          description={updateFailure(t, computer.update)}
        />
      )}
      {report === null ? (
        <EmptyState text={t('computer.noReport')} />
      ) : (
        <>
          {!computer.isOnline && (
            <Alert
              type="info"
              showIcon
              title={
                <>
                  {t('computer.lastReport')} <TimeText value={reportedAt} />
                </>
              }
            />
          )}
          <Facts computer={computer} />
          <section aria-label={t('computer.usb')}>
            <h3>{t('computer.usb')}</h3>
            <UsbTree computer={computer} />
          </section>
          <Phones computer={computer} />
          <Processes computer={computer} />
          <Errors computer={computer} />
        </>
      )}
    </div>
  )
}

function Commands({ computer }: { computer: ComputerDetail }) {
  const t = useText()
  const mayCommand = useMay(computers.command.permission)
  const { run, running } = useComputerCommand(computer)
  const [dialog, setDialog] = useState<'log' | 'pair'>()
  const close = () => setDialog(undefined)
  const can = (name: ComputerDetail['commands'][number]) =>
    mayCommand && computer.isOnline && computer.commands.includes(name)
  const update = useAgentUpdate()
  const names = (['check', 'reconnect', 'restartAdb', 'restartAgent', 'revertAgent'] as const).filter(can)
  return (
    <div className={styles.actions}>
      <ComputerState computer={computer} />
      <span className={styles.buttons}>
        {names.map((type) => (
          <Button key={type} loading={running === type} onClick={() => run({ type })}>
            {t(`computer.command.${type}`)}
          </Button>
        ))}
        {can('updateAgent') && canUpdate(computer) && (
          <Button onClick={() => inBackground(update([computer]))}>
            {t('computer.command.updateAgent')}
          </Button>
        )}
        {can('pairByQr') && <Button onClick={() => setDialog('pair')}>{t('computer.pair')}</Button>}
        {can('readLog') && <Button onClick={() => setDialog('log')}>{t('computer.command.readLog')}</Button>}
      </span>
      {dialog === 'log' && <LogLines computer={computer} onClose={close} />}
      {dialog === 'pair' && <PairPhone computer={computer} onClose={close} />}
    </div>
  )
}

function serverText(t: Translate, { region, ms, isReady, isUsed }: ServerState): string {
  const answer = ms === null ? t('computer.serverSilent') : formatAmount(ms, 'ms', 1)
  const state = isUsed ? t('computer.serverUsed') : ms !== null && !isReady && t('computer.serverNotReady')
  return [region, answer, state].filter(Boolean).join(' · ')
}

function Facts({ computer }: { computer: ComputerDetail }) {
  const { report, reportedAt, host, ip, place, userName, chargeLimit } = computer
  const t = useText()
  if (!report) return null
  const { adb, cpu, memory, disk, servers } = report
  const share = ({ used, total }: { used: number; total: number }) => `${byteText(used)} / ${byteText(total)}`
  return (
    <div className={styles.cards}>
      <InfoList
        title={t('computer.one')}
        rows={[
          [t('computer.place'), place || '–'],
          [t('computer.host'), host],
          [t('computer.ip'), ip],
          [t('computer.owner'), userName ?? '–'],
          [t('computer.system'), `${report.system} · ${report.arch}`],
          [
            t('computer.uptime'),
            <DurationText key="up" since={before(reportedAt, report.uptime)} until={reportedAt} />,
          ],
          [
            t('computer.charge'),
            chargeLimit ? `${chargeLimit.low}–${chargeLimit.high}%` : t('computer.charge.off'),
          ],
          [t('computer.reportedAt'), <TimeText key="at" value={reportedAt} />],
        ]}
      />
      <InfoList
        title={t('computer.resources')}
        rows={[
          [t('computer.cpu'), `${cpu.model} · ${t('computer.cores', { count: cpu.cores })}`],
          [t('computer.load'), formatAmount(Math.round(cpu.load * 100), '%')],
          [t('computer.memory'), share(memory)],
          [t('computer.disk'), disk ? share(disk) : '–'],
          [t('computer.agentVersion'), <AgentVersion key="version" computer={computer} />],
          ...(computer.isUpdated
            ? [[t('computer.installedBy'), t('computer.updatedByConsole')] as [string, string]]
            : []),
          [
            t('computer.agentUptime'),
            <DurationText key="agent" since={before(reportedAt, report.agentUptime)} until={reportedAt} />,
          ],
        ]}
      />
      {servers.length > 1 && (
        <InfoList
          title={t('computer.servers')}
          rows={servers.map((server) => [server.address, serverText(t, server)])}
        />
      )}
      {adb && (
        <InfoList
          title={t('computer.adb')}
          rows={[
            [t('computer.adbState'), t(adb.isReachable ? 'computer.adbReachable' : 'computer.adbLost')],
            [t('computer.since'), <TimeText key="since" value={before(reportedAt, adb.seconds)} />],
            [t('computer.adbAddress'), <code key="address">{adb.address}</code>],
            [t('computer.adbVersion'), adb.version ?? '–'],
            [t('computer.restarts'), adb.restarts],
          ]}
        />
      )}
    </div>
  )
}

function Phones({ computer }: { computer: ComputerDetail }) {
  const t = useText()
  const mayCommand = useMay(computers.command.permission)
  const seesDevices = useMay(devices.list.permission)
  const { run } = useComputerCommand(computer)
  const can: Can = (name) => mayCommand && computer.isOnline && computer.commands.includes(name)
  return (
    <section aria-label={t('computer.phones')}>
      <h3>
        {t('computer.phones')}
        {seesDevices && computer.phones.some(({ device }) => device) && (
          <Link className={styles.more} to={computerDevices(computer.id)}>
            {t('computer.itsDevices')}
          </Link>
        )}
      </h3>
      <Table
        size="small"
        rowKey="serial"
        dataSource={computer.phones}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        locale={{ emptyText: t('computer.noPhones') }}
        columns={[
          { key: 'serial', title: t('computer.serial'), render: (_, { serial }) => <code>{serial}</code> },
          {
            key: 'device',
            title: t('computer.device'),
            render: (_, { device }) =>
              device?.deviceNo ? <Link to={devicePath(device.deviceNo)}>{device.deviceNo}</Link> : '–',
          },
          { key: 'state', title: t('computer.state'), render: (_, phone) => <PhoneState phone={phone} /> },
          {
            key: 'port',
            title: t('computer.way'),
            render: (_, phone) => <PhoneWay phone={phone} />,
          },
          ...(computer.chargeLimit
            ? [
                {
                  key: 'charge',
                  title: t('computer.charge'),
                  render: (_: unknown, phone: Phone) => <PhoneCharge phone={phone} />,
                },
              ]
            : []),
          { key: 'since', title: t('computer.since'), render: (_, { since }) => <TimeText value={since} /> },
          ...(can('reconnect')
            ? [
                {
                  key: 'reconnect',
                  render: (_: unknown, phone: Phone) => (
                    <span className={styles.buttons}>
                      <Button
                        size="small"
                        onClick={() => run({ type: 'reconnect', serial: phone.serial }, phone.serial)}
                      >
                        {t('computer.reconnectOne')}
                      </Button>
                      <WayButton phone={phone} can={can} run={run} />
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}

/** Changes the way by which a phone is used: over Wi-Fi, or by its cable alone. */
function WayButton({ phone, can, run }: { phone: Phone; can: Can; run: Run }) {
  const t = useText()
  const { serial, state, transport, other } = phone
  const isUsable = state === 'working' || state === 'starting'
  const type = transport === 'usb' && !other ? 'useWifi' : 'useUsb'
  if (transport === 'simulated' || !can(type) || (type === 'useWifi' && !isUsable)) return null
  return (
    <Button size="small" onClick={() => run({ type, serial }, serial)}>
      {t(`computer.command.${type}`)}
    </Button>
  )
}

function Processes({ computer: { report, reportedAt } }: { computer: ComputerDetail }) {
  const t = useText()
  if (!report?.processes.length) return null
  return (
    <section aria-label={t('computer.processes')}>
      <h3>{t('computer.processes')}</h3>
      <Table
        size="small"
        rowKey="pid"
        dataSource={report.processes}
        scroll={{ x: 'max-content' }}
        pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
        columns={[
          { key: 'pid', title: t('computer.pid'), align: 'right', dataIndex: 'pid' },
          { key: 'kind', title: t('computer.kind'), render: (_, { kind }) => t(`computer.process.${kind}`) },
          {
            key: 'phones',
            title: t('computer.phones'),
            align: 'right',
            render: (_, { phones }) => phones.length,
          },
          {
            key: 'memory',
            title: t('computer.memory'),
            align: 'right',
            // None while the process starts.
            render: (_, { memory }) => (memory > 0 ? byteText(memory) : '–'),
          },
          { key: 'restarts', title: t('computer.restarts'), align: 'right', dataIndex: 'restarts' },
          {
            key: 'since',
            title: t('computer.since'),
            render: (_, { seconds }) => <TimeText value={before(reportedAt, seconds)} />,
          },
        ]}
      />
    </section>
  )
}

function Errors({ computer: { report, reportedAt } }: { computer: ComputerDetail }) {
  const t = useText()
  if (!report?.errors.length) return null
  return (
    <section aria-label={t('computer.errors')}>
      <h3>{t('computer.errors')}</h3>
      <ul className={styles.errors}>
        {report.errors.map(({ code, words, serial, seconds }) => (
          <li key={`${code} ${serial} ${seconds} ${words}`}>
            <TimeText value={before(reportedAt, seconds)} /> <strong>{t(`computer.error.${code}`)}</strong>{' '}
            {serial && <code>{serial}</code>} <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
