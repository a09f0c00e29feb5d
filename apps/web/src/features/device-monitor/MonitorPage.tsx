import { refreshSeconds } from '@fleetdeck/contract/device-monitor'
import { Alert, Segmented, Select, Skeleton, Slider } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DeviceGlance } from '../../components/device-glance/DeviceGlance.tsx'
import { DeviceOverlays } from '../../components/device-panel/DeviceOverlays.tsx'
import { useDeviceOverlay } from '../../components/device-panel/use-device-overlay.ts'
import { ErrorState } from '../../components/ErrorState.tsx'
import { UnusablePhones } from '../../components/UnusablePhones.tsx'
import { ListFrame } from '../../crud/ListFrame.tsx'
import { useListAddress } from '../../crud/use-list-address.ts'
import { useText } from '../../ground/language.ts'
import { MonitorCard, type TileActions } from './MonitorCard.tsx'
import { MonitorTable } from './MonitorTable.tsx'
import styles from './monitor.module.css'
import { useMonitorFilters } from './monitor-filters.tsx'
import type { MonitorRow } from './monitor-view.ts'
import { NoDevices } from './NoDevices.tsx'
import { useMonitor } from './use-monitor.ts'
import { VirtualTiles } from './VirtualTiles.tsx'

/** Minimum width of a card in pixels, by step of the slider. */
const cardWidths = [150, 200, 280]
const cardHeight = 104

/** The page's layout, stored in the address like the filters. */
function useLayout() {
  const [params, setParams] = useSearchParams()
  const put = (name: string, value: string, usual: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value === usual) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const seconds = Number(params.get('refresh') ?? 1)
  const size = Number(params.get('size') ?? 1)
  return {
    isTable: params.get('view') === 'table',
    seconds: refreshSeconds.find((choice) => choice === seconds) ?? 1,
    size: cardWidths[size] === undefined ? 1 : size,
    setView: (view: string) => put('view', view, 'cards'),
    setSeconds: (value: number) => put('refresh', String(value), '1'),
    setSize: (value: number) => put('size', String(value), '1'),
  }
}

function LayoutTools({ layout }: { layout: ReturnType<typeof useLayout> }) {
  const t = useText()
  return (
    <div className={styles.tools}>
      {!layout.isTable && (
        <Slider
          className={styles.size}
          ariaLabelForHandle={t('monitor.size')}
          tooltip={{ formatter: () => t('monitor.size') }}
          min={0}
          max={cardWidths.length - 1}
          value={layout.size}
          onChange={layout.setSize}
        />
      )}
      <Select
        aria-label={t('monitor.refresh')}
        value={layout.seconds}
        onChange={layout.setSeconds}
        options={refreshSeconds.map((seconds) => ({
          value: seconds,
          label: t('monitor.everySeconds', { seconds }),
        }))}
      />
      <Segmented
        aria-label={t('monitor.view')}
        value={layout.isTable ? 'table' : 'cards'}
        onChange={layout.setView}
        options={[
          { value: 'cards', label: t('monitor.cards') },
          { value: 'table', label: t('monitor.rows') },
        ]}
      />
    </div>
  )
}

interface TilesProps {
  rows: readonly MonitorRow[]
  actions: TileActions
  width: number | undefined
}

function Cards({ rows, actions, width }: TilesProps) {
  const t = useText()
  return (
    <div className={styles.cards}>
      <VirtualTiles
        label={t('monitor.title')}
        items={rows}
        keyOf={(row) => row.device.id}
        tileWidth={width}
        tileHeight={() => cardHeight}
        tile={(row) => <MonitorCard row={row} actions={actions} />}
      />
    </div>
  )
}

/** All phones, live, those with problems first (spec §2, device monitor). */
export function MonitorPage() {
  const t = useText()
  const filters = useMonitorFilters()
  const { address, change } = useListAddress(
    filters.map((filter) => filter.name),
    [],
  )
  const layout = useLayout()
  const { list, rows, refresh, loaded, total } = useMonitor(address.filter, layout.seconds * 1000)
  const { open } = useDeviceOverlay()
  const [operating, operate] = useState<string>()
  const actions = { operating, operate, open }
  return (
    <>
      <UnusablePhones />
      <ListFrame
        title={t('monitor.title')}
        filters={filters}
        values={address.filter}
        onFilter={(filter) => change({ filter })}
        onRefresh={refresh}
        tools={<LayoutTools layout={layout} />}
      >
        {list.error && <ErrorState title={t('monitor.title')} error={list.error} onRetry={refresh} />}
        {list.isPending && <Skeleton active paragraph={{ rows: 8 }} />}
        {list.data && (
          <>
            <p className={styles.count} role="status">
              {t('monitor.count', { shown: rows.length })}
            </p>
            {total > loaded && (
              <Alert type="info" showIcon title={t('monitor.tooMany', { shown: loaded, total })} />
            )}
            {rows.length === 0 && <NoDevices isFiltered={Object.keys(address.filter).length > 0} />}
            {rows.length > 0 && layout.isTable && <MonitorTable rows={rows} actions={actions} />}
            {rows.length > 0 && !layout.isTable && (
              <Cards rows={rows} actions={actions} width={cardWidths[layout.size]} />
            )}
          </>
        )}
      </ListFrame>
      <DeviceOverlays order={{ deviceNos: list.data && rows.map(({ device }) => device.deviceNo) }} />
      <DeviceGlance devices={rows.map(({ device }) => device)} />
    </>
  )
}
