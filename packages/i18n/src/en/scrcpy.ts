import type { SameKeys } from '../catalogue.ts'
import type { scrcpy as zhcn } from '../zhcn/scrcpy.ts'

export const scrcpy: SameKeys<typeof zhcn> = {
  'scrcpy.title': 'scrcpy server',
  'scrcpy.intro':
    'Upload the server file of scrcpy once. All agents with real phones receive it automatically, for live touches, clipboard, two fingers, better video and sound. The file is not downloaded automatically: get it from the releases of scrcpy (e.g. scrcpy-server-v4.1; versions 3.x and 4.x).',
  'scrcpy.none': 'No server file yet: agents use Android’s own commands',
  'scrcpy.current': 'File in use',
  'scrcpy.fileName': 'File name',
  'scrcpy.version': 'Version',
  'scrcpy.versionUnknown': 'Unknown',
  'scrcpy.size': 'Size',
  'scrcpy.check': 'Check',
  'scrcpy.published': 'Same as the file published by scrcpy',
  'scrcpy.trusted': 'Not a known published file, confirmed by {{name}}',
  'scrcpy.addedBy': 'Uploaded by',
  'scrcpy.addedAt': 'Uploaded',
  'scrcpy.upload': 'Upload file',
  'scrcpy.replace': 'Replace file',
  'scrcpy.saved': 'File saved. Screens that open from now on use it.',
  'scrcpy.remove': 'Delete file',
  'scrcpy.removeTitle': 'Delete the scrcpy server file?',
  'scrcpy.removeHint':
    'Agents will use Android’s own commands: touches are no longer live, and clipboard and two fingers are not available. Open screens are not affected.',
  'scrcpy.removed': 'File deleted',
  'scrcpy.hint': 'Drop the scrcpy-server file here, or click to select it (up to {{size}}\u00a0MB)',
  'scrcpy.noServer': 'This is not a server file of scrcpy. Upload the scrcpy-server file of a release.',
  'scrcpy.unknown': 'This file is not a known release of scrcpy. SHA-256: {{sha256}}',
  'scrcpy.alreadyRemoved': 'The file was already deleted or replaced. Refresh the page.',
  'scrcpy.unknownTitle': 'Unknown server file',
  'scrcpy.unknownHint':
    'The file runs on every phone with the permissions of adb. Only use a file from a source that you trust.',
  'scrcpy.vouch': 'I have checked this SHA-256 and trust the source of the file',
  'scrcpy.useIt': 'Use this file',
}
