/** The name of a field as words with a space on each side: `context.applicant.dateOfBirth` is " date of birth ". */
export function wordsOfField(field: string): string {
  const own = field.replace(/^(?:context\.)?(?:applicant\.)?/, '');
  const words = own.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[^A-Za-z0-9]+/g, ' ');
  return ` ${words.toLowerCase().trim()} `;
}
