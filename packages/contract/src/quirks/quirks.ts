import { androidScreenLock } from './android-screen-lock.ts'
import { colorosSystemOptimisation } from './coloros-system-optimisation.ts'
import { googleVerifyApps } from './google-verify-apps.ts'
import { huaweiChargeOnlyDebugging } from './huawei-charge-only-debugging.ts'
import { meizuPerformanceOptimisation } from './meizu-performance-optimisation.ts'
import { oppoInputMonitoring } from './oppo-input-monitoring.ts'
import { oppoPermissionMonitoring } from './oppo-permission-monitoring.ts'
import type { Quirk } from './quirk.ts'
import { samsungAutoBlocker } from './samsung-auto-blocker.ts'
import { vivoSimulatedClick } from './vivo-simulated-click.ts'
import { vivoUsbInstall } from './vivo-usb-install.ts'
import { xiaomiSecuritySettings } from './xiaomi-security-settings.ts'
import { xiaomiUsbInstall } from './xiaomi-usb-install.ts'
import { xiaomiWriteSettings } from './xiaomi-write-settings.ts'

/** All known quirks; of two that match, the first explains a finding. */
export const quirks: readonly Quirk[] = [
  xiaomiSecuritySettings,
  xiaomiWriteSettings,
  xiaomiUsbInstall,
  oppoPermissionMonitoring,
  oppoInputMonitoring,
  colorosSystemOptimisation,
  vivoSimulatedClick,
  vivoUsbInstall,
  huaweiChargeOnlyDebugging,
  samsungAutoBlocker,
  meizuPerformanceOptimisation,
  googleVerifyApps,
  androidScreenLock,
]
