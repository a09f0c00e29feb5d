import type { DeviceSummary } from '@fleetdeck/contract/devices'
import { useText } from '../../ground/language.ts'
import { Bars } from './Bars.tsx'
import { OnlineChart } from './OnlineChart.tsx'
import { RunChart } from './RunChart.tsx'

const bandPercent = 10

/** Bar charts: devices by state and by battery, phones online and runs by hour. */
export function DeviceChart({ summary }: { summary: DeviceSummary }) {
  const t = useText()
  const { online, offline, trouble, disabled, batteryBands } = summary
  const states = [
    [t('home.online'), online],
    [t('home.offline'), offline],
    [t('home.trouble'), trouble],
    [t('device.stateDisabled'), disabled],
  ] as const
  const bands = batteryBands.map((count, at) => [`${at * bandPercent}%`, count] as const)
  const formatCount = (count: number | null) => t('home.deviceCount', { count: count ?? 0 })
  return (
    <div className="home-charts">
      <Bars title={t('home.chartStates')} bars={states} formatCount={formatCount} />
      <Bars title={t('home.chartBattery')} bars={bands} formatCount={formatCount} />
      <OnlineChart />
      <RunChart />
    </div>
  )
}
