export * from 'lit-html/directives/guard.js';
