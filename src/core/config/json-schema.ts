import { defaultConfig, settingNames } from './defaults.ts';
import { settings } from './schema.ts';

/** The published JSON Schema of a configuration file, as text. */
export function configJsonSchema(): string {
  const properties = Object.fromEntries(
    settingNames.map((name) => {
      const { description, json } = settings[name];
      return [name, { description, ...json, default: defaultConfig[name] }];
    }),
  );
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Holdfast configuration',
    description: 'For ~/.config/holdfast/config.json and <project>/.holdfast/config.json.',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...properties },
    additionalProperties: false,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
