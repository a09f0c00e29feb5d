import type { ScreenSession } from '../../realtime/screen/screen-session.ts'
import type { PhoneFiles } from '../screen/use-phone-files.ts'

export interface ToolTabProps {
  deviceNo: string
  session: ScreenSession
  files: PhoneFiles | undefined
}
