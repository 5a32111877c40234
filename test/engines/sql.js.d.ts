declare module 'sql.js' {
  interface Database {
    exec(sql: string): { columns: string[]; values: (string | number | null)[][] }[];
    run(sql: string): void;
    close(): void;
  }
  export default function init(options?: { useOldExtensionFunctions?: boolean }): Promise<{ Database: new () => Database }>;
}
