/**
 * What a line of the server's output tells:
 * - inputRefused: Android does not let adb inject touches and keys
 * - otherSize: a touch was dropped, because it was meant for another size of the video
 * - encoder: the phone's encoder failed
 * - soundEncoder: the phone has no encoder for its sound, which is encoded by the agent instead
 * - option: the server does not know an option
 */
export type ScrcpyTrouble = 'inputRefused' | 'otherSize' | 'encoder' | 'soundEncoder' | 'option'

/** Words of scrcpy 3.0 to 4.1 (`InputManager`, `PositionMapper`, `SurfaceEncoder`, `Options`), and of Android's exceptions. */
const words: readonly (readonly [ScrcpyTrouble, RegExp])[] = [
  ['inputRefused', /INJECT_EVENTS|Injecting (input events|to another application) requires/],
  ['otherSize', /^\[server\] \w+: Ignore \w+ event.* size/],
  [
    'encoder',
    /^\[server\] (ERROR|WARN): (Capture\/encoding error|Encoding error|Could not create (default )?video encoder)/,
  ],
  ['soundEncoder', /^\[server\] ERROR: Could not create (default )?audio encoder/],
  ['option', /^\[server\] WARN: Unknown server option: /],
]

/** The words of a warning or an error; undefined for all other lines. */
export const complaintIn = (line: string): string | undefined =>
  /^\[server\] (?:ERROR|WARN): (?!Unknown server option)(.{1,200})/.exec(line)?.[1]

/** Undefined for all other lines. */
export const troubleIn = (line: string): ScrcpyTrouble | undefined =>
  words.find(([, pattern]) => pattern.test(line))?.[0]
