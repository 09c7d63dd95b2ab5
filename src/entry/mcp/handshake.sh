# What a client says to the MCP server before it calls a tool, answered by the shell, since Node takes longer to start than a client
# should wait and most sessions call nothing. The launcher (bin/mcp) reads this file with $home, $server, $node and $tools set. Any
# line that is not known in every part goes to Node, with all lines before it, so that Node is where the client thinks it is. Lines
# of the end of this file are made by scripts/mcp-handshake.mjs from what the server itself answers.

# True where hooks of this client are registered for all that the user does, or for this very folder, as init wrote it down: then the
# server gives no instructions. Where events come over MCP, Node is needed at once.
hooked() {
  h_records=$(grep -E '^ {6}"(host|scope|part|file)": |mcp_tool' "$home/installs.json" 2>/dev/null) || return 1
  case $h_records in *mcp_tool*) return 1 ;; esac
  for h_part in hooks both; do
    case $h_records in
      *"      \"host\": \"$1\",
      \"scope\": \"user\",
      \"part\": \"$h_part\","*) return 0 ;;
      *"      \"host\": \"$1\",
      \"scope\": \"project\",
      \"part\": \"$h_part\",
      \"file\": \"$PWD/"*) [ -e .git ] || [ -e .holdfast ] || clear_above below '.git .holdfast'; return ;;
    esac
  done
  return 1
}

# Goes up from this folder until something is found: true at the file system's top, false where a folder or file of a project is in
# the way. "below": of those in this very folder none counts.
clear_above() {
  h_at=.
  [ "$1" = below ] && h_at=..
  while [ ${#h_at} -lt 200 ]; do
    for h_one in $2; do [ -e "$h_at/$h_one" ] && return 1; done
    [ -f "$h_at/.git" ] && return 1
    [ "$h_at" -ef "$h_at/.." ] && return 0
    h_at=$h_at/..
  done
  return 1
}

# True where there are no tickets and no runs, so that the small set of tools is shown. Linked work trees are left to Node.
idle() {
  [ "${HOLDFAST_TICKET:-}" ] && return 1
  [ "$tools" = full ] && return 0
  [ "${HOLDFAST_WORKER:-}" ] && return 1
  for h_one in "$home"/workflows/*/log.ndjson; do [ -e "$h_one" ] && return 1; done
  clear_above here .holdfast/tickets
}

# The functions below take what they are named after off the beginning of $h_rest, and fail where its form is not known.

# The rest of a text whose opening quote is taken.
text() {
  h_value=${h_rest%%\"*}
  [ "$h_value" != "$h_rest" ] && h_rest=${h_rest#*\"}
}

# The id of a request: a whole number, or a text of plain characters.
identity() {
  case $h_rest in
    \"*)
      h_rest=${h_rest#?}
      text || return 1
      case $h_value in ''|*[!abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:._-]*) return 1 ;; esac
      h_value=\"$h_value\"
      ;;
    *)
      h_value=${h_rest%%[!0123456789]*}
      h_rest=${h_rest#"$h_value"}
      case $h_value in 0) ;; ''|0*) return 1 ;; esac
      [ ${#h_value} -lt 16 ]
      ;;
  esac
}

# Who the client is: members that are texts.
info() {
  h_named=''
  h_versioned=''
  case $h_rest in '{"'*) h_rest=,${h_rest#?} ;; *) return 1 ;; esac
  while :; do
    case $h_rest in
      ',"name":"'*) h_named=1 ;;
      ',"version":"'*) h_versioned=1 ;;
      ',"title":"'*|',"description":"'*|',"websiteUrl":"https://'*) ;;
      '}'*) h_rest=${h_rest#?}; [ "$h_named$h_versioned" = 11 ]; return ;;
      *) return 1 ;;
    esac
    h_rest=${h_rest#*:\"}
    text || return 1
  done
}

# What the client can do, as far as clients were seen to say it.
capabilities() {
  case $h_rest in '{}'*) h_rest=${h_rest#??}; return 0 ;; '{"'*) h_rest=,${h_rest#?} ;; *) return 1 ;; esac
  while :; do
    case $h_rest in '}'*) h_rest=${h_rest#?}; return 0 ;; esac
    for h_one in \
      '"roots":{}' '"roots":{"listChanged":true}' '"sampling":{}' \
      '"elicitation":{}' '"elicitation":{"form":{}}' '"elicitation":{"form":{},"url":{}}' \
      '"experimental":{"codex/auth-change":{}}' \
      '"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}'
    do
      case $h_rest in ",$h_one"[,}]*) h_rest=${h_rest#",$h_one"}; continue 2 ;; esac
    done
    return 1
  done
}

# What stands beside a request; $h_has gets what of it is there: r(evision), n(ame), a(bilities).
meta() {
  case $h_rest in '{"'*) h_rest=,${h_rest#?} ;; *) return 1 ;; esac
  while :; do
    case $h_rest in
      ',"io.modelcontextprotocol/protocolVersion":"'$h_newer'"'*) h_rest=${h_rest#*:\"$h_newer\"}; h_has=r$h_has ;;
      ',"io.modelcontextprotocol/clientInfo":'*) h_rest=${h_rest#*:}; info || return 1; h_has=${h_has}n ;;
      ',"io.modelcontextprotocol/clientCapabilities":'*) h_rest=${h_rest#*:}; capabilities || return 1; h_has=${h_has}a ;;
      ',"progressToken":'*) h_rest=${h_rest#*:}; identity || return 1 ;;
      '}'*) h_rest=${h_rest#?}; return 0 ;;
      *) return 1 ;;
    esac
  done
}

# The parameters of a request; $h_has gets what is there.
parameters() {
  case $h_rest in '{}'*) h_rest=${h_rest#??}; return 0 ;; '{"'*) h_rest=,${h_rest#?} ;; *) return 1 ;; esac
  while :; do
    case $h_rest in
      ',"protocolVersion":"'*) h_rest=${h_rest#*:\"}; text || return 1; h_version=$h_value h_has=${h_has}v ;;
      ',"capabilities":'*) h_rest=${h_rest#*:}; capabilities || return 1; h_has=${h_has}c ;;
      ',"clientInfo":'*) h_rest=${h_rest#*:}; info || return 1; h_has=${h_has}i ;;
      ',"_meta":'*) h_rest=${h_rest#*:}; meta || return 1 ;;
      ',"notifications":{"toolsListChanged":true}'*) h_rest=${h_rest#*:*\}}; h_has=${h_has}l ;;
      ',"requestId":'*) h_rest=${h_rest#*:}; identity || return 1; h_request=$h_value h_has=${h_has}q ;;
      '}'*) h_rest=${h_rest#?}; return 0 ;;
      *) return 1 ;;
    esac
  done
}

# The message of a line. Taking words off a long one costs the square of its length, so that is left to Node.
message() {
  [ ${#1} -lt 4000 ] || return 1
  h_id='' h_method='' h_version='' h_request='' h_has='' h_marked='' h_given=''
  case $1 in *\\*|*[[:cntrl:]]*) return 1 ;; '{"'*) h_rest=,${1#?} ;; *) return 1 ;; esac
  while :; do
    case $h_rest in
      ',"jsonrpc":"2.0"'*) h_rest=${h_rest#*:\"2.0\"}; [ ! "$h_marked" ] || return 1; h_marked=1 ;;
      ',"id":'*) h_rest=${h_rest#*:}; [ ! "$h_id" ] && identity || return 1; h_id=$h_value ;;
      ',"method":"'*) h_rest=${h_rest#*:\"}; [ ! "$h_method" ] && text || return 1; h_method=$h_value ;;
      ',"params":'*) h_rest=${h_rest#*:}; [ ! "$h_given" ] && parameters || return 1; h_given=1 ;;
      '}') [ "$h_marked" ]; return ;;
      *) return 1 ;;
    esac
  done
}

# Answers the message in the state of the talk: nothing said yet; o(ld) from "initialize" on, O from "initialized" on; p(robe) and
# n(ew) of the protocol from 2026 on.
reply() {
  case $h_talk:$h_method:${h_id:+id}:$h_has in
    :initialize:id:vci)
      case $h_version in *[!0123456789-]*) return 1 ;; esac
      case " $h_older " in *" $h_version "*) ;; *) return 1 ;; esac
      say old && h_talk=o ;;
    o:notifications/initialized::) h_talk=O ;;
    O:tools/list:id:|O:prompts/list:id:|O:resources/list:id:|O:ping:id:) say old ;;
    :server/discover:id:rna) say new && h_talk=p ;;
    [pn]:server/discover:id:rna) say new ;;
    [pn]:tools/list:id:rna) say new && h_talk=n ;;
    [pn]:subscriptions/listen:id:rnal)
      [ ! "$h_listens" ] && say new && h_talk=n h_listens=$h_id ;;
    n:notifications/cancelled::q) [ "$h_request" = "$h_listens" ] && h_listens='' ;;
    *) return 1 ;;
  esac
}

# answers: begin

if hooked "${1:-}"; then
  h_said='' h_talk='' h_listens=''
  while IFS= read -r h_line; do
    if message "$h_line" && idle && reply; then
      h_said="$h_said$h_line
"
    else
      exec "$node" "$server" mcp --host "${1:-}" ${tools:+--tools "$tools"} --said 3 3<<SAID
$h_said$h_line
SAID
    fi
  done
  exit 0
fi
