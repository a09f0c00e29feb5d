import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { toggleFullscreen, useIsFullscreen } from '../../components/fullscreen.ts'
import { useText } from '../../ground/language.ts'
import { HeaderButton } from './HeaderButton.tsx'

export function FullscreenButton() {
  const t = useText()
  const isFullscreen = useIsFullscreen()
  return (
    <HeaderButton
      label={isFullscreen ? t('layout.exitFullscreen') : t('layout.fullscreen')}
      icon={isFullscreen ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
      onClick={toggleFullscreen}
    />
  )
}
