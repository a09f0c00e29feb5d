import type { SameKeys } from '../catalogue.ts'
import type { formerScript as zhcn } from '../zhcn/former-scripts.ts'

export const formerScript: SameKeys<typeof zhcn> = {
  'formerScript.text':
    'The functions that each script uses are checked without running it. Edit scripts with unknown functions before their phones switch to this system.',
  'formerScript.empty': 'No scripts. You can check local files first.',
  'formerScript.verdict': 'Result',
  'formerScript.ready': 'Ready',
  'formerScript.different': 'Needs review',
  'formerScript.unknown': 'Unknown functions',
  'formerScript.unreadable': 'Cannot be read',
  'formerScript.functions': 'Functions',
  'formerScript.counts': 'Unknown {{unknown}} · review {{different}} · known {{known}}',
  'formerScript.details': 'View functions',
  'formerScript.detailsOf': 'Functions of “{{name}}”',
  'formerScript.kind.unknown': 'Functions that do not exist here',
  'formerScript.kind.different': 'Functions that differ from the former system',
  'formerScript.kind.unclear': 'Calls that are only known at run time',
  'formerScript.kind.known': 'Available functions',
  'formerScript.instead': 'Use {{name}}',
  'formerScript.line': 'Open line {{line}}',
  'formerScript.count': '{{count}} {{count|use|uses}}',
  'formerScript.cut': 'Too many functions. The first {{count}} are shown.',
  'formerScript.none': 'The script uses no functions',
  'formerScript.note.topLevel': 'Not available outside of a function. Move it into a function.',
  'formerScript.note.modules': 'Only imports of a fixed name work. Write the name of the script.',
  'formerScript.note.fragmentRefused': 'The SQL fragment is refused from here: {{detail}}',
  'formerScript.note.fragmentUnclear':
    'query and order accept comparisons of columns, like, in, between, sorting and limit. Other SQL is refused. Check it.',
  'formerScript.note.httpHosts':
    'Only hosts of the parameter script.httpHosts are allowed. It returns { status, headers, body }.',
  'formerScript.note.dataPop':
    'As in the former system, claimed items are lost if the phone stops. With leaseData they return automatically.',
  'formerScript.note.computedName': 'The name of the function is computed. Check it.',
  'formerScript.note.passedOn': 'The object is passed to other code. Check what that code calls.',
  'formerScript.note.ownCode': 'The code is created at run time. Check it.',
  'formerScript.reason.binary':
    'The file is not a text. It may be an encrypted package of the former system. Use the source of the script.',
  'formerScript.reason.syntax': 'Syntax error in line {{line}}, column {{column}}',
  'formerScript.reason.tooLong':
    'The script is too long. Scripts of up to 1,000,000 characters can be checked.',
  'formerScript.reason.tooComplex': 'The script is too complex to be checked',
  'formerScript.reason.missing': 'The file of the script no longer exists. Upload it again.',
  'formerScript.pending':
    '{{count}} {{count|script is|scripts are}} still being checked. Lists by result are not complete yet.',
  'formerScript.unknownCount': '{{count}} {{count|function does|functions do}} not exist here',
  'formerScript.differentCount': '{{count}} {{count|function|functions}} to review',
  'formerScript.checkFiles': 'Check files',
  'formerScript.checkFilesHint': 'Check script files before you upload them. The files are not saved.',
  'formerScript.chooseFiles': 'Select files or drop them here',
  'formerScript.checking': 'Checking…',
  'formerScript.checkFailed': 'Check failed',
  'formerScript.source': 'Script content',
}
