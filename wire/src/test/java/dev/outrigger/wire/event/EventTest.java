package dev.outrigger.wire.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.outrigger.wire.Json;
import dev.outrigger.wire.JsonText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type':'turn_start'}",
                "{'type':'chat_request','content':'hi'}",
                "{'type':'chat_request','content':'hi','schema':{'type':'object'},'attachments':[{'type':'file_content','path':'a','content':'b'}],'metadata':{'x':1}}",
                "{'type':'chat_response','message':'hello'}",
                "{'type':'chat_response','reasoning':'hm','metadata':{'signature':'s'}}",
                "{'type':'chat_response','data':null}",
                "{'type':'chat_response','data':{'n':1.50}}",
                "{'type':'tool_call_request','id':'1','name':'t','arguments':{'a':[1,2]}}",
                "{'type':'tool_call_response','id':'1','content':'c','is_error':true}",
                "{'type':'inquiry_request','id':'1','question':'which?','options':['a','b'],'source':'tool'}",
                "{'type':'inquiry_response','id':'1','answer':false}",
                "{'type':'config_delta','delta':{'assistant':{'name':'Ada'}}}",
                "{'type':'from_the_future','anything':1}"
            })
    void isReadAndWrittenAsItWas(String line) throws Exception {
        var json = (Json.Obj) JsonText.parse(line.replace('\'', '"'));

        assertThat(Event.of(json).json()).isEqualTo(json);
        assertThat(Event.of(json) instanceof Event.Unknown).isEqualTo(line.contains("future"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{'type':5}",
                "{'type':'chat_request'}",
                "{'type':'chat_request','content':5}",
                "{'type':'chat_request','content':'x','attachments':[5]}",
                "{'type':'chat_response'}",
                "{'type':'chat_response','message':5}",
                "{'type':'tool_call_request','id':'1','name':'t','arguments':[]}",
                "{'type':'tool_call_response','id':'1'}",
                "{'type':'turn_start','metadata':'x'}"
            })
    void isKeptAsItIsWhenItIsNotInOurForm(String line) throws Exception {
        var json = (Json.Obj) JsonText.parse(line.replace('\'', '"'));

        assertThat(Event.of(json)).isEqualTo(new Event.Unknown(json));
    }
}
