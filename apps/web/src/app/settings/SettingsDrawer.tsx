import type { TextKey } from '@fleetdeck/i18n/catalogue'
import { Button, Divider, Drawer, Flex, Segmented, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { showSuccess } from '../../api/feedback.ts'
import { QualityChoice } from '../../components/screen/QualityChoice.tsx'
import { themeColors } from '../../ground/constants.ts'
import { useText } from '../../ground/language.ts'
import {
  type Appearance,
  changeSettings,
  resetSettings,
  type Settings,
  saveSettings,
  useSettings,
} from '../../ground/theme/settings-store.ts'
import { applyTheme } from './apply-theme.ts'
import { ColorInput } from './ColorInput.tsx'
import { closeSettings, useSettingsDrawer } from './open-settings.ts'
import { ThemeSwatches } from './ThemeSwatches.tsx'

type Flag =
  | 'topNav'
  | 'tagsView'
  | 'keepTags'
  | 'fixedHeader'
  | 'sidebarLogo'
  | 'dynamicTitle'
  | 'startScreens'
const navigation: Partial<Record<Flag, TextKey>> = {
  topNav: 'layout.topNav',
  tagsView: 'layout.tagsView',
  keepTags: 'layout.keepTags',
  fixedHeader: 'layout.fixedHeader',
  sidebarLogo: 'layout.sidebarLogo',
  dynamicTitle: 'layout.dynamicTitle',
}
const control: Partial<Record<Flag, TextKey>> = {
  startScreens: 'layout.startScreens',
}

function Row({ label, children }: { label: string; children: (labelId: string) => ReactNode }) {
  const labelId = useId()
  return (
    <Flex justify="space-between" align="center" className="setting-row">
      <span id={labelId}>{label}</span>
      {children(labelId)}
    </Flex>
  )
}

function Switches({ title, flags }: { title: string; flags: Partial<Record<Flag, TextKey>> }) {
  const t = useText()
  const settings = useSettings()
  return (
    <>
      <Divider />
      <h3 className="setting-title">{title}</h3>
      {(Object.entries(flags) as [Flag, TextKey][]).map(([flag, label]) => (
        <Row key={flag} label={t(label)}>
          {(labelId) => (
            <Switch
              aria-labelledby={labelId}
              checked={settings[flag]}
              onChange={(checked) => changeSettings({ [flag]: checked })}
            />
          )}
        </Row>
      ))}
    </>
  )
}

/** Colours and layout options; a change applies immediately and is stored when saved. */
export function SettingsDrawer() {
  const t = useText()
  const open = useSettingsDrawer((drawer) => drawer.open)
  const settings = useSettings()
  const theme = (change: Partial<Settings>) => applyTheme(change, t('layout.themeChanging'))
  const save = () => {
    saveSettings()
    showSuccess(t('layout.settingsSaved'))
    closeSettings()
  }
  const reset = () => {
    resetSettings()
    showSuccess(t('layout.settingsReset'))
  }
  const footer = (
    <Flex gap={8} justify="flex-end">
      <Button onClick={reset}>{t('common.reset')}</Button>
      <Button type="primary" onClick={save}>
        {t('common.save')}
      </Button>
    </Flex>
  )
  const looks: [Appearance, TextKey][] = [
    ['light', 'layout.light'],
    ['dark', 'layout.dark'],
    ['system', 'layout.system'],
  ]
  return (
    <Drawer open={open} onClose={closeSettings} title={t('layout.settings')} size={320} footer={footer}>
      <h3 className="setting-title">{t('layout.appearance')}</h3>
      <Segmented<Appearance>
        block
        aria-label={t('layout.appearance')}
        value={settings.appearance}
        options={looks.map(([value, key]) => ({ value, label: t(key) }))}
        onChange={(appearance) => theme({ appearance })}
      />
      <h3 className="setting-title">{t('layout.themeColor')}</h3>
      <ThemeSwatches
        colors={themeColors}
        value={settings.themeColor}
        onChange={(themeColor) => theme({ themeColor })}
      />
      <Row label={t('layout.themeColorOther')}>
        {(labelId) => (
          <ColorInput
            labelId={labelId}
            value={settings.themeColor}
            onChange={(themeColor) => theme({ themeColor })}
          />
        )}
      </Row>
      <Switches title={t('layout.navigation')} flags={navigation} />
      <Switches title={t('layout.control')} flags={control} />
      <Row label={t('layout.screenQuality')}>
        {(labelId) => (
          <QualityChoice
            labelledBy={labelId}
            value={settings.screenQuality}
            onChange={(screenQuality) => changeSettings({ screenQuality })}
          />
        )}
      </Row>
    </Drawer>
  )
}
