import { Tabs } from 'antd'
import { useText } from '../../ground/language.ts'
import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { ScreenState } from '../../realtime/screen/screen-state.ts'
import type { PhoneFiles } from '../screen/use-phone-files.ts'
import { AppsTab } from './AppsTab.tsx'
import { FilesTab } from './FilesTab.tsx'
import { LogTab } from './LogTab.tsx'
import { PlaceTab } from './PlaceTab.tsx'

export interface ToolTabProps {
  deviceNo: string
  session: ScreenSession
  files: PhoneFiles | undefined
}

/** A hidden tab ends what it does on the phone. Tools begin anew when the screen is back. */
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
