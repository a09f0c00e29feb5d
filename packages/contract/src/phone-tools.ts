import { z } from 'zod'
import { reportText } from './storable-text.ts'

/** Answers of phones are bounded: longer lists are cut, and say so. */
export const mostToolItems = 1000
const app = z.string().trim().min(1).max(200)

/** As in Android's file system. */
const folder = z
  .string()
  .max(500)
  .regex(/^\/[^\0]*$/)

export const PhonePosition = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
export type PhonePosition = z.output<typeof PhonePosition>

/** BCP 47: `zh-TW`. */
export const PhoneLanguage = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)

/** Android's numbers of displays; 0 is the main one. */
const displayNumber = z.number().int().min(0)
export const mostDisplays = 10

/** What can be asked of many phones together. */
export const GroupTool = z.discriminatedUnion('tool', [
  z.object({ tool: z.literal(['launchApp', 'stopApp']), app }),
  /**
   * Its panel, which is dark while the phone goes on working and is mirrored. It is lit again when the page no longer
   * controls the phone, and when the phone loses its connection.
   */
  z.object({ tool: z.literal('setDisplay'), isOn: z.boolean() }),
  /** As far as the phone can change them. */
  z.object({ tool: z.literal('setPosition'), position: PhonePosition }),
  z.object({ tool: z.literal('setLanguage'), language: PhoneLanguage }),
])
export type GroupTool = z.output<typeof GroupTool>

/** What a tool of the page wants from the phone. */
const ToolRequest = z.discriminatedUnion('tool', [
  ...GroupTool.options,
  z.object({ tool: z.literal('listApps') }),
  z.object({ tool: z.literal('listFiles'), folder }),
  /** Its system log, from its newest lines on, until it is off. */
  z.object({ tool: z.literal('followLog'), isOn: z.boolean() }),
  /**
   * Plugs a hardware keyboard in, whose keys follow as `holdKeys`, or out, which releases them. It is plugged out when
   * the page no longer controls the phone, and when the phone loses its connection.
   */
  z.object({ tool: z.literal('setKeyboard'), isOn: z.boolean() }),
  z.object({ tool: z.literal('readPlace') }),
  /** Pictures, video and fingers are of this one from now on, for all pages; of the main one when it is gone. */
  z.object({ tool: z.literal('showDisplay'), display: displayNumber }),
])
export type ToolRequest = z.output<typeof ToolRequest>

/** A request of the page in control, to its phone. `id`: chosen by the page, and repeated in the reply. */
export const AskTool = z.object({
  action: z.literal('askTool'),
  id: z.string().min(1).max(64),
  request: ToolRequest,
})

/** Why a phone cannot do it; the console words it in the language of the reader. */
export const ToolFailure = z.enum([
  /** Phones of this kind cannot do it at all. */
  'unsupported',
  'needsScrcpy',
  /** It needs a newer Android. */
  'needsAndroid12',
  'needsAndroid13',
  /** Android does not permit it. */
  'notPermitted',
  /** The phone lets no program add a keyboard. */
  'noKeyboard',
  'noApp',
  'noFolder',
  'noLanguage',
  'noDisplay',
  /** For another reason, in `msg`. */
  'failed',
])
export type ToolFailure = z.output<typeof ToolFailure>

export const PhoneApp = z.object({
  /** By which it is launched, stopped and uninstalled. */
  id: reportText(200),
  /** Below its icon, if the phone knows it. */
  name: reportText(200).optional(),
  version: reportText(100).optional(),
  /** It can be uninstalled. */
  isRemovable: z.boolean().default(true),
})
export type PhoneApp = z.output<typeof PhoneApp>

export const ListedFile = z.object({
  name: reportText(255),
  isFolder: z.boolean(),
  /** Bytes. */
  size: z.number().min(0),
  /** ms since 1970. */
  time: z.number(),
})
export type ListedFile = z.output<typeof ListedFile>

export const PhonePlace = z.object({
  /** Missing while the phone has its own. */
  position: PhonePosition.optional(),
  language: reportText(40).optional(),
  /** Set where the language is only that of the app in front. */
  languageApp: reportText(200).optional(),
  /** Where there is a choice; sizes are pixels. */
  displays: z
    .array(
      z.object({
        id: displayNumber,
        name: reportText(100),
        width: z.number().min(1),
        height: z.number().min(1),
      }),
    )
    .max(mostDisplays)
    .optional(),
  /** That is shown. */
  display: displayNumber.optional(),
})
export type PhonePlace = z.output<typeof PhonePlace>

export const ToolReply = z.object({
  action: z.literal('toolReply'),
  id: z.string().max(64),
  /** Others are read as `failed`. */
  failure: z
    .union([
      ToolFailure,
      z
        .string()
        .max(40)
        .transform(() => 'failed' as const),
    ])
    .optional(),
  msg: reportText(500).optional(),
  apps: z.array(PhoneApp).max(mostToolItems).optional(),
  files: z.array(ListedFile).max(mostToolItems).optional(),
  place: PhonePlace.optional(),
})
export type ToolReply = z.output<typeof ToolReply>

export const SystemLogLevel = z.enum(['V', 'D', 'I', 'W', 'E', 'F'])
export const SystemLogLine = z.object({
  /** ms since 1970 by the phone's clock. */
  time: z.number(),
  level: SystemLogLevel,
  tag: reportText(100),
  /** The app or process that wrote it, if known. */
  app: reportText(200).optional(),
  text: reportText(4000),
})
export type SystemLogLine = z.output<typeof SystemLogLine>

/** Lines of the system log of a phone, several times a second while it is followed. */
export const SystemLog = z.object({
  action: z.literal('systemLog'),
  lines: z.array(SystemLogLine).max(500),
  /** Lines that were left out because there were too many. */
  missed: z.number().int().min(0).default(0),
  /** It has ended on the phone, and why. */
  ended: reportText(500).optional(),
})
export type SystemLog = z.output<typeof SystemLog>
