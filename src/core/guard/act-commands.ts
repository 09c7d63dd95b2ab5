import type { ActName } from './acts.ts';

/** Commands by their program and first words, one line each. */
export const actCommands: Partial<Record<ActName, RegExp | readonly RegExp[]>> = {
  push: /^(?:(?:docker|podman|helm|hg|jj git|dvc|git-lfs|git lfs|sl|gt|cf|skaffold|git subtree|hub) push|git send-pack|git svn dcommit|gt submit)\b|^gh-pages (?:-|\S)/,
  merge:
    /^(?:gh pr merge|glab mr (?:merge|accept)|hg merge|hub merge|tea pr merge|bb pr merge|az repos pr update\b.* --status completed)\b/,
  commit:
    /^(?:hg commit|jj commit|svn commit|svn ci|gt create|git commit-tree|(?:npm|yarn|pnpm) version \w(?!.*--no-git-tag-version))/,
  rebase: /^(?:git pull\b.* (?:--rebase|-r)\b|hg rebase|jj rebase|gt restack)/,
  'pull-request':
    /^(?:gh pr (?:create|new|ready|reopen)|glab mr (?:create|new)|hub pull-request|gt submit|tea pr create|az repos pr create)\b|^git push\b.* merge_request\.create/,
  deploy: [
    /^(?:vercel(?: deploy\b| --prod\b|$)|now(?: --prod)?$|(?:netlify|fly|flyctl|firebase|wrangler|serverless|sls|cdk|railway|kamal|eb|sam|surge|gh-pages|render|dokku|copilot|convex|amplify|supabase functions) (?:deploy|up|push|publish|redeploy)\b|railway up|surge\b|gh-pages\b|kubectl (?:apply|rollout restart|set image|replace)\b|helm (?:upgrade|install)\b|terraform apply\b|tofu apply\b|pulumi up\b|ansible-playbook\b|cap \S+ deploy|git push heroku\b)/,
    /^(?:gcloud (?:app|run|functions) deploy|aws (?:deploy|ecs update-service|lambda update-function-code|cloudformation (?:deploy|create-stack|update-stack|execute-change-set)|amplify start-deployment|elasticbeanstalk update-environment|s3 (?:sync|cp|mv) .*\bs3:)|az webapp (?:up|deploy)|docker stack deploy|capistrano|heroku container:release|eas (?:submit|update|build .*--auto-submit))/,
    /^(?:oc (?:rollout|apply|start-build)|nomad (?:job )?run|doctl apps (?:create-deployment|update)|(?:modal|sst|cf|zappa|chalice|nitric|encore|shuttle|quarto|pm2|azd|func azure functionapp publish|swa|ntl|mdt|okteto|werf|flux|argocd app|kamal app|dokku git:from-image) (?:deploy|sync|up|push|publish|reconcile|rollout)\b|az (?:functionapp|webapp|staticwebapp|containerapp) .*\b(?:deploy|deployment|update|up)\b|kubectl (?:create|patch|scale|edit|set)\b|k3s kubectl apply|helmfile (?:apply|sync)|terragrunt (?:apply|run-all apply)|skaffold run|clever deploy)/,
    /^docker(?: compose|-compose) .{0,80}prod.{0,80} up\b/,
  ],
  publish:
    /^(?:(?:npm|pnpm|yarn|bun|lerna|changeset|cargo|poetry|uv|flit|hatch|vsce|ovsx|pdm|dart pub|flutter pub|yarn npm|jsr|deno) publish\b|twine upload|gem push|gh release (?:create|upload|edit|delete)|glab release (?:create|upload)|hub release (?:create|edit)|tea release create|jf rt upload|(?:mvn|gradle|gradlew|mvnw)\b.* (?:deploy|publish|release:perform)\b|goreleaser (?:release|$)|semantic-release\b|release-it\b|np\b|docker push\b|podman push\b|nuget push|dotnet nuget push|(?:gradle|gradlew)\b.* publish\w*|rye publish|melos publish|pod trunk push|luarocks upload|mix hex\.publish|sbt (?:\S+ )*\+?publish\w*|changeset tag|standard-version\b|auto shipit|wasm-pack publish|helm push|cargo release\b)/,
  migrate:
    /^(?:prisma (?:migrate (?:dev|deploy|reset|resolve)|db push)|knex (?:migrate:(?:latest|up|down|rollback)|seed:run)|(?:rails|rake|bundle exec rails) db:(?:migrate|rollback|schema:load|setup)|alembic (?:upgrade|downgrade)|(?:manage\.py|django-admin) migrate|artisan migrate|flask db (?:upgrade|downgrade|stamp)|(?:sequelize|sequelize-cli) db:(?:migrate|seed)|mikro-orm migration:(?:up|down|fresh)|kysely migrate:\w+|tern migrate|refinery migrate|phinx (?:migrate|rollback)|aerich upgrade|piccolo migrations forwards|evolve migrate|bytebase migrate|(?:typeorm|typeorm-ts-node-commonjs) migration:(?:run|revert)|flyway (?:migrate|undo)|liquibase (?:update|rollback)|dbmate (?:up|migrate|down)|goose\b.* (?:up|down|redo|reset)|diesel migration (?:run|redo|revert)|sqlx migrate (?:run|revert)|mix ecto\.(?:migrate|rollback)|drizzle-kit (?:push|migrate)|supabase (?:db push|migration up)|migrate\b.* (?:up|down|goto|force)|atlas (?:migrate|schema) apply|hasura migrate apply|wrangler d1 migrations apply|node-pg-migrate (?:up|down)|db-migrate (?:up|down)|symfony\b.* doctrine:migrations:migrate|console doctrine:migrations:migrate|dotnet ef database update|dotnet-ef database update)/,
  install:
    /^(?:(?:npm|pnpm|bun) (?:-g|--global) (?:install|i|add|in) \S|(?:npm|pnpm) (?:install|i|add|in) (?!-)\S|(?:npm|pnpm) (?:install|i|add) -\S+ \S|yarn (?:global )?add\b|bun (?:add|install|i) \S|(?:pip|pip3|pipx|uv pip|python -m pip) install (?!-r\b|--requirement|-e\b|\.)|(?:poetry|uv|cargo|pdm|rye|bundle|deno|dotnet) add\b|go (?:get|install)\b|gem install\b|composer require\b|brew install\b|(?:apt|apt-get|dnf|yum|apk|pacman|zypper|snap|conda|mamba|choco|winget|scoop) (?:-\S+ )*(?:install|add|-S)\b|cargo install\b|npm install-\S|pipenv install \S|nypm (?:add|install) \S|ni (?!-)\S|(?:hatch|rye|npx expo|expo|vcpkg|nix-env|cpan|cpanm|luarocks|opam|mise|asdf|volta|rustup|nix profile) (?:install|add|-iA?)\b|mamba install\b|jsr add\b|(?:flutter|dart) pub add\b|swift package add|mix archive\.install|Install-Package)/,
  'global-install': [
    /^(?:npm|pnpm|bun) (?=(?:\S{1,80} ){0,9}(?:-g|--global|--location=global)(?: |$))(?:\S{1,80} ){0,9}(?:install|i|add|in|update|up)(?: |$)/,
    /^(?:yarn global (?:add|upgrade)|pipx install|gem install|cargo install|go install|dotnet tool install .*(?:-g|--global)\b|composer global require|deno install|brew install|(?:apt|apt-get|dnf|yum|apk|pacman|zypper|snap|choco|winget|scoop) (?:-\S+ )*(?:install|add|-S)\b|uv tool install)\b/,
  ],
  upgrade: [
    /^(?:(?:npm|yarn|pnpm) version \w|(?:npm|pnpm|yarn|bun|cargo|bundle|poetry|composer|mix deps\.?|flutter pub|pod|brew|go get -u|uv lock|apt|apt-get) ?(?:update|upgrade|up|upgrade-interactive|-u|--upgrade)\b|ncu -u|npx npm-check-updates -u|npm-check-updates -u)/,
    /^(?:pip3? install (?:\S{1,80} ){0,9}(?:-U|--upgrade)\b|uv pip install (?:\S{1,80} ){0,9}(?:-U|--upgrade)\b|uv (?:lock|sync) (?:\S{1,80} ){0,9}(?:-U|--upgrade)\b|go get -u\b)/,
    /^(?:(?:npm|pnpm) audit fix|pnpm audit --fix|(?:npm|pnpm) (?:install|i|add) (?:\S{1,80} ){0,9}@?[\w./-]{1,80}@\S|yarn (?:add|upgrade) (?:\S{1,80} ){0,9}@?[\w./-]{1,80}@\S|taze (?:\S{1,80} ){0,9}-w|yarn upgrade\S*|(?:dart|flutter) pub upgrade|deno outdated (?:\S{1,80} ){0,9}--update|dotnet outdated -u|renovate\b|mix deps\.update)/,
  ],
  tag: /^(?:(?:npm|yarn|pnpm) version \w(?!.*--no-git-tag-version)|gh release create|glab release create|hub release create|changeset tag|hg tag|jj tag)/,
  branch: /^(?:gh issue develop|hg branch \w|jj bookmark create|gt create|hg bookmark \w)/,
  'switch-branch': /^(?:gh pr checkout|glab mr checkout|hg update|jj edit|gt checkout)\b/,
  'delete-branch': /^(?:gh pr merge\b.* (?:-d|--delete-branch)\b|jj bookmark delete)/,
  close: /^(?:(?:gh|glab|hub|tea) (?:issues?|pr|mr) close)\b/,
  comment:
    /^(?:gh (?:issue|pr) (?:comment|review)|glab (?:issue|mr) (?:note|comment|approve)|tea comment)\b/,
  restart:
    /^(?:(?:systemctl|rc-service|supervisorctl|brew services|pm2|overmind|kamal app|forever|docker(?:-compose| compose)?|podman(?: compose|-compose)?) (?:\S+ )*?(?:restart|reload|try-restart)\b|service \S+ (?:restart|reload)|kubectl rollout restart|heroku (?:ps:)?restart|fly(?:ctl)? (?:apps|machines?) restart|nginx -s reload|apachectl (?:restart|graceful)|reboot\b|shutdown (?:\S+ )*-r|launchctl kickstart|(?:npm|yarn|pnpm) (?:run )?restart\b|pg_ctl\b.* restart)/,
  kill: /^(?:kill (?!-l\b|-0\b|-L\b)\S|pkill |killall |skill |taskkill|kill-port |fkill |xkill\b|fuser (?:\S+ )*-\w*k|(?:docker|podman)(?: compose|-compose)? kill|pm2 (?:kill|delete|stop) )/,
  serve:
    /^(?:(?:npm|yarn|pnpm|bun)(?: run)? (?:dev|start|serve|develop)(?:$| |:)|(?:npm|yarn|pnpm) start\b|vite(?:$| (?:-|dev|serve|preview))|(?:next|nuxt|nuxi|astro|remix|svelte-kit|wrangler|netlify|vercel|waku|quasar) (?:dev|start|preview)\b|(?:next|astro)$|(?:ng|webpack|jekyll|mkdocs|ember|hugo|zola|trunk|polymer|parcel|docusaurus|docs) serve(?:r)?\b|hugo server|gatsby develop|webpack-dev-server|rails s(?:erver)?\b|(?:manage\.py|django-admin) runserver|flask run|(?:uvicorn|gunicorn|hypercorn|nodemon|http-server|live-server|puma|unicorn|browser-sync|json-server|air|foreman start|overmind start)\b|serve(?:$| )|artisan serve|php -S|mix phx\.server|storybook dev|start-storybook|expo start|http\.server\b)/,
  e2e: /^(?:playwright test|cypress (?:run|open)|wdio\b|nightwatch\b|detox test|testcafe\b|(?:vitest|jest|pytest)\b.* \S*e2e|(?:vue-cli-service|ng) (?:test:)?e2e|cypress-run)/,
  test: /^(?:(?:npm|yarn|pnpm|bun) (?:run )?(?:test|tst|t)(?:$| |:)|(?:jest|vitest|mocha|ava|tap|pytest|tox|nox|rspec|phpunit|ctest|nextest|karma|busted|bats|pest)\b|node (?:\S+ )*--test\b|(?:cargo|go|deno|mix|dotnet|swift|flutter|dart|sbt|lein|rails|bin\/rails|rake|gradle|gradlew|mvn|mvnw|make|just|ng|react-scripts|bazel|nx|stack|cabal|zig build|ember|unittest|manage\.py|artisan|playwright) (?:\S+ )*?(?:test|nextest|spec|check:test)(?:$| |:)|cypress run|python\S* -m (?:pytest|unittest))/,
  database:
    /^(?:psql|mysql|mariadb|mongosh|mongo|sqlcmd|redis-cli|pg_restore|mysqlimport|clickhouse-client|prisma (?:db|migrate|studio)|usql|pgcli|mycli|heroku pg:\S+|fly (?:pg|postgres|mpg) connect|dropdb|createdb)\b/,
};
