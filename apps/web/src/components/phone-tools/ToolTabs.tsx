import { Tabs } from 'antd'
import { useText } from '../../ground/language.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import { AppsTab } from './AppsTab.tsx'
import { FilesTab } from './FilesTab.tsx'
import { LogTab } from './LogTab.tsx'
import { PlaceTab } from './PlaceTab.tsx'
import type { ToolTabProps } from './tool-tab.ts'

/** A hidden tab ends what it does on the phone. Tools start again when the screen is back. */
export function ToolTabs({ state, ...tab }: ToolTabProps & { state: ScreenState }) {
  const t = useText()
  const key = `${state.phase === 'live'} ${state.controller}`
  return (
    <Tabs
      destroyOnHidden
      items={[
        { key: 'apps', label: t('tools.apps'), children: <AppsTab key={key} {...tab} /> },
        { key: 'files', label: t('tools.files'), children: <FilesTab key={key} {...tab} /> },
        { key: 'log', label: t('tools.log'), children: <LogTab key={key} {...tab} /> },
        { key: 'place', label: t('tools.place'), children: <PlaceTab key={key} {...tab} /> },
      ]}
    />
  )
}
