import type { ServerState } from '@fleetdeck/contract/service-monitor'
import { formatAmount } from '@fleetdeck/i18n/formats'
import { byteText } from '../../components/byte-text.ts'
import { InfoList, Share } from '../../components/panels/InfoList.tsx'
import panels from '../../components/panels/panels.module.css'
import { TimeText } from '../../components/TimeText.tsx'
import { useText } from '../../ground/language.ts'

const regionText = ({ region, regionUrl }: ServerState['facts']) =>
  [region, regionUrl].filter(Boolean).join(' · ')

export function ServerTables({ server }: { server: ServerState }) {
  const t = useText()
  const { facts, startedAt, serverName } = server
  const load = [facts.cpuAvg1, facts.cpuAvg5, facts.cpuAvg15].map((value) => value.toFixed(2)).join(' · ')
  return (
    <div className={panels.tables}>
      <InfoList
        title={t('service.cpu')}
        rows={[
          [t('service.usage'), <Share key="cpu" label={t('service.cpu')} percent={100 - facts.cpuIdle} />],
          [t('service.cores'), facts.cpuNum],
          [t('service.user'), formatAmount(facts.cpuUser, '%')],
          [t('service.system'), formatAmount(facts.cpuSys, '%')],
          [t('service.idle'), formatAmount(facts.cpuIdle, '%')],
          [t('service.load'), load],
        ]}
      />
      <InfoList
        title={t('service.memory')}
        rows={[
          [t('service.usage'), <Share key="memory" label={t('service.memory')} percent={facts.memUsage} />],
          [t('service.total'), byteText(facts.memTotal)],
          [t('service.used'), byteText(facts.memUsed)],
          [t('service.free'), byteText(facts.memFree)],
          [t('service.rss'), byteText(facts.runtimeRss)],
          [t('service.heap'), `${byteText(facts.runtimeUsed)} / ${byteText(facts.runtimeTotal)}`],
        ]}
      />
      <InfoList
        title={t('service.disks')}
        rows={facts.diskList.flatMap(({ path, total, free, usedPercent }) => [
          [path, <Share key={path} label={path} percent={usedPercent} />] as const,
          [`${t('service.free')} / ${t('service.total')}`, `${byteText(free)} / ${byteText(total)}`] as const,
        ])}
      />
      <InfoList
        title={t('service.machine')}
        rows={[
          [t('service.server'), serverName],
          ...(facts.region ? [[t('service.region'), regionText(facts)] as const] : []),
          [t('service.name'), facts.sysComputerName],
          [t('service.address'), facts.sysComputerIp || '–'],
          [t('service.os'), facts.sysOsName],
          [t('service.arch'), facts.sysOsArch],
        ]}
      />
      <InfoList
        title={t('service.runtime')}
        rows={[
          ['fleetdeck', facts.productVersion ?? '–'],
          [t('service.version'), `${facts.runtimeName} ${facts.runtimeVersion}`],
          [t('service.startedAt'), <TimeText key="start" value={startedAt} />],
          [t('service.pid'), facts.processId],
          [t('service.home'), <code key="home">{facts.runtimeHome}</code>],
          [t('service.folder'), <code key="folder">{facts.runtimeUserDir}</code>],
        ]}
      />
    </div>
  )
}
